import { Semaphore, Turns, type Waiting, isUnavailable } from '@corridor/event-store';
import type { Clock } from '@corridor/kernel';
import type { Claimed, Deliveries, Grant, Outcome, RecordedAttempt } from './deliveries.js';

/** The greatest number of subscriptions in one claim, and of attempts in one record. */
const MAX_CLAIMS = 64;
const MAX_RECORDS = 256;
/** Steps that wait for the endpoints that other transactions have locked. */
const APART = 3;

type Tasks<Task, Result> = Waiting<Task, Result>[];

/**
 * Claims and records of this process. Those that come while others are executed are then executed together: one statement
 * for all claims and one for all records, in one round trip. Nobody waits for a batch to fill, and a claim does not wait for
 * the results of other subscriptions, which wait for the disk.
 *
 * What hinders the others of a batch is executed apart: a step whose endpoint another transaction has locked, and all of a
 * batch that the database rejects.
 */
export class DeliverySteps {
  private readonly claims: Tasks<Grant, Claimed[]> = [];
  private readonly records: Tasks<Outcome, RecordedAttempt> = [];
  private readonly turns = new Turns(
    () => this.claims.length + this.records.length > 0,
    () => this.turn(),
  );
  private readonly claimsAside: Tasks<Grant, Claimed[]> = [];
  private readonly aside = new Turns(
    () => this.claimsAside.length > 0,
    () => this.execute(this.claimsAside.splice(0, MAX_CLAIMS), []),
  );
  /** The subscriptions whose results are being recorded. */
  private recording: ReadonlySet<string> = new Set();
  private readonly apart = new Semaphore(APART);

  constructor(
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
    private readonly leaseMs: number,
  ) {}

  /** One claim of a subscription at a time. */
  claim(grant: Grant): Promise<Claimed[]> {
    const isHindered = this.recording.size === 0 || this.recording.has(grant.subscriptionId);
    const [turns, claims] = isHindered ? [this.turns, this.claims] : [this.aside, this.claimsAside];
    return turns.wait<Grant, Claimed[]>(grant, (one) => claims.push(one));
  }

  record(outcome: Outcome): Promise<RecordedAttempt> {
    return this.turns.wait<Outcome, RecordedAttempt>(outcome, (one) => this.records.push(one));
  }

  private async turn(): Promise<void> {
    const records = takeDifferent(this.records, MAX_RECORDS);
    this.recording = new Set(records.map(({ task }) => task.one.subscriptionId));
    await this.execute(this.claims.splice(0, MAX_CLAIMS), records);
    this.recording = new Set();
  }

  /** The claims come first: a send waits for them, and they do not wait for the disk. Never rejects. */
  private async execute(
    claims: Tasks<Grant, Claimed[]>,
    records: Tasks<Outcome, RecordedAttempt>,
  ): Promise<void> {
    const { clock, deliveries } = this;
    const claimApart = ({ subscriptionId, limit }: Grant) =>
      deliveries.claim(subscriptionId, limit, clock.now(), this.leaseMs);
    const recordApart = ({ one, made }: Outcome) => deliveries.record(one, made, clock.now());
    let hasConnection = false;
    await deliveries
      .pipelined(async (sql) => {
        hasConnection = true;
        const steps = await Promise.allSettled([
          this.together(
            claims,
            (all) => deliveries.claimMany(sql, all, clock.now(), this.leaseMs),
            claimApart,
          ),
          this.together(records, (all) => deliveries.recordMany(sql, all, clock.now()), recordApart),
        ]);
        for (const step of steps) if (step.status === 'rejected') throw step.reason;
      })
      .catch((error: unknown) => {
        if (!hasConnection) for (const { reject } of [...claims, ...records]) reject(error);
      });
  }

  /** @throws the error of the statement, for the connection; its tasks have been told or are executed apart */
  private async together<Task, Result>(
    tasks: Tasks<Task, Result>,
    execute: (tasks: readonly Task[]) => Promise<(Result | null)[]>,
    alone: (task: Task) => Promise<Result>,
  ): Promise<void> {
    if (tasks.length === 0) return;
    const apart = (one: Waiting<Task, Result>) =>
      void this.apart.run(() => alone(one.task)).then(one.resolve, one.reject);
    try {
      const results = await execute(tasks.map(({ task }) => task));
      for (const [n, one] of tasks.entries()) {
        const result = results[n] ?? null;
        if (result === null) apart(one);
        else one.resolve(result);
      }
    } catch (error) {
      if (isUnavailable(error) || tasks.length === 1) tasks.forEach(({ reject }) => reject(error));
      else tasks.forEach(apart);
      throw error;
    }
  }
}

/** A notification occurs once in a batch: with a lease that has ended, it can have been attempted twice. */
function takeDifferent(records: Tasks<Outcome, RecordedAttempt>, most: number) {
  const taken = new Map<string, Waiting<Outcome, RecordedAttempt>>();
  const rest = records.filter((one) => {
    if (taken.size === most || taken.has(one.task.one.id)) return true;
    taken.set(one.task.one.id, one);
    return false;
  });
  records.splice(0, records.length, ...rest);
  return [...taken.values()];
}
