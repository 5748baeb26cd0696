import { type Database, type RetentionPolicy, applyPolicy } from '@corridor/event-store';
import { Job } from './job.js';

const EVERY_MS = 10 * 60_000;

/** Removes what the policies of a service no longer keep; in one of its processes at a time. */
export class Retention extends Job {
  constructor(
    private readonly service: string,
    private readonly database: Database,
    private readonly policies: readonly RetentionPolicy[],
  ) {
    super(EVERY_MS);
  }

  override async turn(): Promise<void> {
    for (const policy of this.policies) {
      const removed = await applyPolicy(this.database, policy);
      if (removed > 0) this.log.log(`${this.service}: removed ${removed} ${policy.name}`);
    }
  }
}
