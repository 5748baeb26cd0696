import { type RetentionPolicy, applyPolicy } from '@corridor/event-store';
import { Job } from './job.js';
import type { RunningService } from './service.js';

const EVERY_MS = 10 * 60_000;

/** Removes what the policies of a service no longer keep; in one of its processes at a time. */
export class Retention extends Job {
  constructor(
    private readonly running: RunningService,
    private readonly policies: readonly RetentionPolicy[],
  ) {
    super(EVERY_MS);
    running.policies.push(...policies);
  }

  override async turn(): Promise<void> {
    for (const policy of this.policies) {
      const removed = await applyPolicy(this.running.db.database, policy);
      if (removed > 0) this.log.log(`${this.running.service.name}: removed ${removed} ${policy.name}`);
    }
  }
}
