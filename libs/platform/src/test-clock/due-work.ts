import { type Caller, Refusal, type Timestamp } from '@corridor/kernel';

/** What becomes due in a service as the test clock of a client advances. */
export abstract class DueWork {
  /**
   * Does what is due at the time of the caller, and resolves when it is complete in all services. What is refused stays as
   * it is, and is tried again at the next turn. Repeated calls have each effect once. @throws if it is not complete
   */
  abstract carryOut(caller: Caller, at: Timestamp): Promise<void>;

  /** The earliest time later than this one at which something of the client becomes due; null if nothing does. */
  abstract nextAfter(at: Timestamp, clientId: string): Promise<Timestamp | null>;
}

/** Refusals of something that is not complete; all others leave it as it was. */
const INCOMPLETE: readonly string[] = [
  'unavailable',
  'step_parked',
  'step_in_progress',
] satisfies Refusal['code'][];

/** For what may be refused for a reason of its own, such as missing funds. */
export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refusal) || INCOMPLETE.includes(error.code)) throw error;
  }
}

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
