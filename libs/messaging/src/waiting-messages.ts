import type { Envelope } from '@corridor/contracts';
import { type Database, isLocked } from '@corridor/event-store';
import { AT_ONCE, type Backlog, type StreamName, type Waiting, type WaitingForLock } from './backlog.js';
import type { Checkpoints } from './checkpoints.js';
import type { Disposition, Interest } from './disposition.js';
import type { ConsumerGroup } from './message-consumer.js';
import type { Foreign } from './foreign.js';
import type { Failure, MessageHandling } from './message-handling.js';
import { ParkedRecords, type WaitsFor } from './parked-records.js';

export const WAITS_BEHIND = 'waits behind an earlier message of its stream';
/** For so long a message waits for a lock before it is parked. */
const LOCKED_SECONDS = 5 * 60;
const LOCKED_TOO_LONG = `another transaction has held a lock that it needs for ${LOCKED_SECONDS / 60} minutes`;

/**
 * The messages of a consumer that wait: parked ones, and those kept for a later build. Every write is part of the
 * delivery's transaction.
 */
export class WaitingMessages {
  constructor(
    private readonly group: Pick<ConsumerGroup, 'parking' | 'onDeadLetter' | 'onKept' | 'onLocked'>,
    private readonly database: Database,
    private readonly backlog: Backlog,
    private readonly checkpoints: Checkpoints,
    private readonly handling: MessageHandling,
  ) {}

  /** Sets a message aside because it has failed, or needs a lock that another transaction holds. */
  async park(message: Envelope, failure: Failure): Promise<void> {
    const { record } = this.handling.about(message);
    await this.backlog.park(message, record, failure);
    if (failure.lock === null) await this.told(message, record, failure.reason);
    else this.database.afterCommit(() => this.group.onLocked?.());
  }

  /** Sets a message aside because it waits for an earlier one about its record, or for the same lock. */
  parkBehind(message: Envelope, { lock }: WaitsFor): Promise<void> {
    return this.park(message, { reason: WAITS_BEHIND, lock, attempts: 0 });
  }

  /** Sets a message of another history aside, and stops its stream: nobody knows what to do with it but an operator. */
  async parkForeign(foreign: Foreign): Promise<void> {
    const { message, reason } = foreign;
    if (await this.backlog.parkForeign(foreign)) await this.told(message, null, reason);
  }

  async keep(messages: readonly Envelope[]): Promise<void> {
    if (messages.length === 0) return;
    await this.backlog.keep(messages);
    this.database.afterCommit(() => this.group.onKept?.(messages));
  }

  /** Retries all that can be retried: the cause may be removed, or this build may be the later one. */
  async retryAll(interest: Interest): Promise<void> {
    for (const stream of await this.backlog.streams(triable(interest))) await this.retry(stream, interest);
  }

  /**
   * Delivers the waiting messages of a stream, in order, except those behind one that still has to wait.
   * @returns the locks that were needed and are held
   */
  async retry(stream: StreamName, interest: Interest): Promise<ReadonlySet<string>> {
    const parked = new ParkedRecords();
    const locks = new Set<string>();
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await this.database.transaction(
        async () => {
          // Deliveries take this lock first: new messages do not queue behind ones that are being delivered.
          await this.checkpoints.lock(stream);
          return this.drain(stream, interest, { parked, locks }, from);
        },
        { heldStreams: 'find' },
      );
    }
    return locks;
  }

  /**
   * Tries the messages again that wait for locks, in order, and parks those that have waited for too long.
   * @returns what still waits
   */
  async retryLocked(interest: Interest): Promise<readonly WaitingForLock[]> {
    const locks = await this.backlog.locks();
    if (locks.length === 0) return locks;
    const held = await this.database.heldStreams.among(locks.map(({ lock }) => lock));
    for (const { lock } of locks) if (!held.has(lock)) await this.retryBehind(lock, interest);
    await this.parkOverdue();
    return this.backlog.locks();
  }

  /** Until one of them does not get the lock. */
  private async retryBehind(lock: string, interest: Interest): Promise<void> {
    for (const stream of await this.backlog.streamsBehind(lock))
      try {
        if ((await this.retry(stream, interest)).has(lock)) return;
      } catch (error) {
        if (!isLocked(error)) throw error;
        return; // messages of the stream are being delivered
      }
    this.database.heldStreams.isFree(lock);
  }

  private parkOverdue(): Promise<void> {
    return this.database.transaction(async () => {
      for (const { message, record } of await this.backlog.takeOverdue(LOCKED_SECONDS, LOCKED_TOO_LONG))
        await this.told(message, record, LOCKED_TOO_LONG);
    });
  }

  private async told(message: Envelope, record: string | null, reason: string): Promise<void> {
    await this.group.parking?.parked(message, record, reason);
    this.database.afterCommit(() => this.group.onDeadLetter?.({ message, reason }));
  }

  /** Removes a parked message for ever, in the caller's transaction. Later ones about its record are handled with the next retry. */
  async discard(stream: StreamName, version: number): Promise<void> {
    await this.checkpoints.lock(stream); // of a retry that is handling it
    const message = await this.backlog.discard(stream, version);
    if (!message) return;
    await this.checkpoints.heard(message);
    await this.group.parking?.discarded(message);
  }

  /** {@link retry} in the caller's transaction, for a limited number of messages. */
  async drainSome(stream: StreamName, interest: Interest): Promise<void> {
    await this.drain(stream, interest, { parked: new ParkedRecords(), locks: new Set() }, 0);
  }

  /** @returns after which version to continue; null at the end, or where a message is held for a later build */
  private async drain(
    stream: StreamName,
    interest: Interest,
    { parked, locks }: { readonly parked: ParkedRecords; readonly locks: Set<string> },
    after: number,
  ): Promise<number | null> {
    const waiting = await this.backlog.of(stream, triable(interest), after);
    for (const one of waiting) {
      const about = this.handling.about(one.message);
      const disposition = interest.of(one.message);
      if (disposition === 'hold' || disposition === 'keep') return null;
      if (one.isForeign) {
        parked.add({ ...about, record: null }, { lock: null });
        continue;
      }
      const before = parked.before(about) ?? this.handling.lockBefore(one.message, locks);
      const failure = before
        ? { reason: WAITS_BEHIND, attempts: 0, ...before }
        : await this.retried(one, disposition);
      if (failure === null) await this.remove(one);
      else {
        parked.add(about, failure);
        if (failure.lock !== null) locks.add(failure.lock);
        await this.leave(one, failure);
      }
    }
    return waiting.length === AT_ONCE ? (waiting.at(-1)?.message.version ?? null) : null;
  }

  /** @returns why it failed; null if it was delivered, or if its handler was removed before it was ever handled */
  private async retried({ message, isKept }: Waiting, disposition: Disposition): Promise<Failure | null> {
    return disposition === 'deliver' || !isKept ? this.handling.attempt(message) : null;
  }

  private async remove(waiting: Waiting): Promise<void> {
    await this.backlog.remove(waiting);
    if (isParked(waiting)) await this.group.parking?.redriven(waiting.message);
  }

  /** A parked message stays so; another one waits for the lock, or is parked. */
  private async leave(waiting: Waiting, failure: Failure): Promise<void> {
    if (isParked(waiting) && failure.attempts > 0) await this.backlog.failedAgain(waiting, failure);
    if (isParked(waiting) || (!waiting.isKept && waiting.lock === failure.lock)) return;
    await this.backlog.remove(waiting);
    await this.park(waiting.message, failure);
  }
}

const isParked = ({ isKept, lock }: Waiting) => !isKept && lock === null;

/** Types whose waiting messages a turn has to process: deliver, wait for, or remove. */
const triable = (interest: Interest) => [...interest.ordered, ...interest.skipped];
