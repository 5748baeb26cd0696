import { type Caller, type Money, Refusal, type Timestamp } from '@corridor/kernel';
import { Logger } from '@nestjs/common';
import type { ClockTurn } from './clock-turn.js';
import { MissingFunds } from './missing-funds.js';

/** How often in a row a turn waits for a record that cannot be completed. */
export const MAX_ATTEMPTS = 12;

/** What becomes due in a service as the test clock of a client advances. */
export abstract class DueWork {
  /** Of a client's clock. */
  readonly isSimulated = true;
  /** The process ends: what is left of a turn is done after its next start. */
  isEnding = false;
  private readonly log = new Logger(this.constructor.name);
  /** By record, how often in a row it was not complete. */
  private readonly failures = new Map<string, number>();

  /** A turn has come: what has to happen exactly once for it, in the transaction of its message. */
  begin(_turn: ClockTurn, _caller: Caller): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Does what is due at the time of the caller, and resolves when it is complete in all services. What is refused stays as
   * it is, and is tried again at the next turn. Repeated calls have each effect once. @throws if it is not complete
   */
  abstract carryOut(caller: Caller, at: Timestamp): Promise<void>;

  /** The earliest time later than this one at which something of the client becomes due; null if nothing does. */
  abstract nextAfter(at: Timestamp, clientId: string): Promise<Timestamp | null>;

  /**
   * One record after the other, until the process ends. A refusal for a reason of its own, such as missing funds, leaves a record as it is.
   * So does one that is not complete after {@link MAX_ATTEMPTS}: it must not hold the client's clock for ever.
   * @throws Error that names the record that is not complete
   */
  protected async each<One extends { readonly id: string }>(
    records: readonly One[],
    advance: (id: string, one: One) => Promise<unknown>,
  ): Promise<void> {
    for (const one of records) {
      const { id } = one;
      if (this.isEnding) return;
      try {
        await advance(id, one);
        this.failures.delete(id);
      } catch (cause) {
        if (cause instanceof Refusal && !INCOMPLETE.includes(cause.code)) this.failures.delete(id);
        else this.notComplete(id, cause as Error);
      }
    }
  }

  /**
   * The same for records that need money, of one client in one turn. After a refusal for that reason those that need as much or more are not tried,
   * until one succeeds, which may bring money: the cost of a turn does not grow with the number of records that wait for funds.
   */
  protected eachFunded<One extends { readonly id: string; readonly needs: readonly Money[] }>(
    records: readonly One[],
    reason: Refusal['code'],
    advance: (id: string) => Promise<unknown>,
  ): Promise<void> {
    let missing = new MissingFunds();
    return this.each(records, async (id, { needs }) => {
      if (missing.include(needs)) return;
      try {
        await advance(id);
        missing = new MissingFunds();
      } catch (error) {
        if (error instanceof Refusal && error.code === reason) missing.add(needs);
        throw error;
      }
    });
  }

  private notComplete(id: string, cause: Error): void {
    const failures = (this.failures.get(id) ?? 0) + 1;
    this.failures.set(id, failures);
    if (failures < MAX_ATTEMPTS)
      throw new Error(`the test clock waits for ${id}: ${cause.message}`, { cause });
    this.log.error(`the test clock goes on without ${id}: ${cause.message}`);
  }
}

/** Refusals of something that is not complete; all others leave it as it was. */
const INCOMPLETE: readonly string[] = [
  'unavailable',
  'step_parked',
  'step_in_progress',
] satisfies Refusal['code'][];

/** The earliest time after `at`; null if there is none. */
export const earliestAfter = (at: Timestamp, times: readonly Timestamp[]): Timestamp | null =>
  times.reduce<Timestamp | null>(
    (first, one) => (one > at && (first === null || one < first) ? one : first),
    null,
  );

export const earlier = (one: Timestamp | null, other: Timestamp | null): Timestamp | null =>
  one === null || (other !== null && other < one) ? other : one;

/** The caller when the clock of a client acts, at a time. */
export const atTime = (caller: Caller, at: Timestamp): Caller => ({
  ...caller,
  user: null,
  apiKeyId: null,
  clientTime: { at },
});
