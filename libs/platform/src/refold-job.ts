import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type EventStore, type RefoldProgress, RefoldWalk } from '@corridor/event-store';
import { Job } from './job.js';

/** How soon a process continues what another one no longer does. */
const EVERY_MS = 60_000;
const LOGGED_EVERY_MS = 10_000;

/** After an upgrade that has changed rules: folds the streams again, so that commands do not have to. Pauses as long as it works. */
export class RefoldJob extends Job {
  private readonly walk: RefoldWalk;
  private isStopped = false;

  constructor(
    private readonly service: string,
    database: Database,
    { refolds, aggregates }: EventStore,
  ) {
    super(EVERY_MS);
    this.walk = new RefoldWalk(database, refolds, aggregates);
  }

  override onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    return super.onModuleDestroy();
  }

  override async turn(): Promise<void> {
    for (let loggedAt = performance.now(); !this.isStopped;) {
      const begun = performance.now();
      const progress = await this.walk.step();
      if (progress?.isEnded) this.isStopped = true;
      const isDue = performance.now() - loggedAt > LOGGED_EVERY_MS;
      if (progress && progress.refolded > 0 && (isDue || progress.isEnded)) {
        this.log.log(`${this.service}: ${textOf(progress)}`);
        loggedAt = performance.now();
      }
      if (!progress || progress.isEnded) return;
      await sleep(performance.now() - begun);
    }
  }
}

const textOf = ({ examined, aboutAll, refolded, events, isEnded }: RefoldProgress): string =>
  isEnded
    ? `all ${examined} streams are under the rules of this build, ${refolded} of them folded again with ${events} events`
    : `folds streams under the rules of this build: ${examined} of about ${Math.max(examined, aboutAll)} examined, ${refolded} folded again with ${events} events`;
