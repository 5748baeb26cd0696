import { Database, EventStore } from '@corridor/event-store';
import { type Caller, Clock, refuse, timestamp } from '@corridor/kernel';
import { Job, Readiness } from '@corridor/platform';
import { type ScreeningHit, ScreeningProvider, type ScreeningSubject } from '@corridor/screening';
import { Injectable } from '@nestjs/common';
import { asStep } from './screening-span.js';
import { conclude, screening } from './screening.js';
import { aboutRecord, isUndecided } from './undecided.js';

/** How often it looks for what is due again; what is new is done at once. */
const EVERY_MS = 30_000;
/** Calls of the provider at the same time, in each process. */
const AT_ONCE = 8;
/** How long the provider may take. */
const TIMEOUT_MS = 60_000;
/** How long other processes leave a subject to this one: it may end before it knows the response. */
const LEASE_MS = 2 * TIMEOUT_MS;
const FIRST_RETRY_MS = 30_000;
const SLOWEST_RETRY_MS = 10 * 60_000;

interface Due {
  readonly id: string;
  readonly party: string;
  readonly subject: ScreeningSubject;
  readonly caller: Caller;
  readonly attempts: number;
}

/**
 * Calls the provider for everything that waits, outside of transactions, and again until it responds: nothing is dropped,
 * however long it fails.
 */
@Injectable()
export class ScreeningJob extends Job {
  private readonly calls = new Set<Promise<void>>();
  private isWoken = false;
  private isEnding = false;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly provider: ScreeningProvider,
    private readonly clock: Clock,
    readiness: Readiness,
  ) {
    super(EVERY_MS);
    readiness.reports('screening', () => this.mustRespond());
  }

  /** Any number of replicas may run it: each takes what no other one has taken. */
  async turn(): Promise<void> {
    this.isWoken = false;
    const free = AT_ONCE - this.calls.size;
    const taken = await this.take(free);
    for (const due of taken) {
      const call = this.screen(due).finally(() => {
        this.calls.delete(call);
        if (taken.length === free) this.wake(); // more may wait
      });
      this.calls.add(call);
    }
  }

  /** Something new waits. */
  wake(): void {
    if (this.isEnding) return;
    this.isWoken = true;
    // A turn that is under way may have looked before.
    void this.task.turn().then(() => (this.isWoken ? this.task.turn() : undefined));
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    while (this.calls.size > 0) {
      await Promise.all(this.calls);
      await this.task.turn();
    }
  }

  override async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    await super.onModuleDestroy();
    await Promise.all(this.calls);
  }

  private screen(due: Due): Promise<void> {
    return asStep(
      due,
      (caller) => this.compare(due, caller),
      (error) => this.willRetry(due, error),
    );
  }

  private async compare({ id, party, subject }: Due, caller: Caller): Promise<void> {
    const result = await inTime(this.provider.screen(subject));
    const cleared = await this.database.query<{ hit: ScreeningHit }>(
      'SELECT hit FROM cleared_hit WHERE party = $1',
      [party],
    );
    const hits = cleared.map(({ hit }) => hit);
    const conclusion = (isHeld: boolean) =>
      this.store.handle(screening, id, (state) => conclude(state, result, hits, isHeld), { caller });
    const comparison = { screeningId: id, subjectId: subject.id };
    if (await isUndecided(this.database, comparison))
      await aboutRecord(this.database, comparison, conclusion);
    else await conclusion(false);
  }

  private async willRetry({ id, attempts }: Due, error: unknown): Promise<void> {
    this.log.warn(`${id}, attempt ${attempts}: ${String(error)}`);
    const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), SLOWEST_RETRY_MS);
    await this.database
      .query(
        `UPDATE screening SET due_on = $2, failure = $3 WHERE screening_id = $1 AND status = 'WAITING'`,
        [id, this.after(pause), String(error)],
      )
      .catch((failure: unknown) => this.log.error(failure)); // it is due again when the lease ends
  }

  /** Materialized: Postgres may otherwise repeat the subquery for each row, and take more of them each time. */
  private take(count: number): Promise<Due[]> {
    if (count === 0) return Promise.resolve([]);
    return this.database.query<Due & Record<string, unknown>>(
      `WITH due AS MATERIALIZED (
         SELECT subject_id FROM screening WHERE status = 'WAITING' AND due_on <= $2
         ORDER BY due_on, requested_on LIMIT $3 FOR UPDATE SKIP LOCKED)
       UPDATE screening AS one SET due_on = $1, attempts = attempts + 1
       FROM due WHERE one.subject_id = due.subject_id
       RETURNING screening_id AS id, party, subject, caller, attempts`,
      [this.after(LEASE_MS), this.after(0), count],
    );
  }

  private after(ms: number): string {
    return timestamp(new Date(this.clock.now().getTime() + ms));
  }

  /** @throws Refusal with the last failure, and how many wait for the provider since when */
  private async mustRespond(): Promise<void> {
    const [failing] = await this.database.query<{ count: number; since: string; failure: string }>(
      `SELECT count(*)::int AS count, min(requested_on) AS since, max(failure) AS failure
       FROM screening WHERE status = 'WAITING' AND failure IS NOT NULL HAVING count(*) > 0`,
    );
    if (failing)
      throw refuse('unavailable', `${failing.count} wait since ${failing.since}: ${failing.failure}`);
  }
}

/** A call that hangs must not keep others from being made; its response is ignored. */
async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${TIMEOUT_MS / 1000} s`)),
      TIMEOUT_MS,
    ).unref();
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
