import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { AT_ONCE, type Backlog, type StreamName, type Waiting } from './backlog.js';
import type { Checkpoints } from './checkpoints.js';
import type { Disposition, Interest } from './disposition.js';
import type { ConsumerGroup } from './message-consumer.js';
import type { MessageHandling } from './message-handling.js';
import { ParkedRecords } from './parked-records.js';

const WAITS_BEHIND = 'waits behind an earlier message of its stream';

/**
 * The messages of a consumer that wait: parked ones, and those kept for a later build. Every write is part of the
 * delivery's transaction.
 */
export class WaitingMessages {
  constructor(
    private readonly group: Pick<ConsumerGroup, 'parking' | 'onDeadLetter' | 'onKept'>,
    private readonly database: Database,
    private readonly backlog: Backlog,
    private readonly checkpoints: Checkpoints,
    private readonly handling: MessageHandling,
  ) {}

  /** Sets a message aside because it has failed. */
  async park(message: Envelope, reason: string): Promise<void> {
    const { record } = this.handling.about(message);
    await this.backlog.park(message, record, reason);
    await this.group.parking?.parked(message, record, reason);
    this.database.afterCommit(() => this.group.onDeadLetter?.({ message, reason }));
  }

  /** Sets a message aside because an earlier one about its record is parked. */
  parkBehind(message: Envelope): Promise<void> {
    return this.park(message, WAITS_BEHIND);
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

  /** Delivers the waiting messages of a stream, in order, except those behind one that still has to wait. */
  async retry(stream: StreamName, interest: Interest): Promise<void> {
    const parked = new ParkedRecords();
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await this.database.transaction(async () => {
        // Deliveries take this lock first: new messages do not queue behind ones that are being delivered.
        await this.checkpoints.lock(stream);
        return this.drain(stream, interest, parked, from);
      });
    }
  }

  /** The same in the caller's transaction, for a limited number of messages. */
  async drainSome(stream: StreamName, interest: Interest): Promise<void> {
    await this.drain(stream, interest, new ParkedRecords(), 0);
  }

  /** @returns after which version to continue; null at the end, or where a message is held for a later build */
  private async drain(
    stream: StreamName,
    interest: Interest,
    parked: ParkedRecords,
    after: number,
  ): Promise<number | null> {
    const waiting = await this.backlog.of(stream, triable(interest), after);
    for (const one of waiting) {
      const about = this.handling.about(one.message);
      const disposition = interest.of(one.message);
      if (disposition === 'hold' || disposition === 'keep') return null;
      const failure = parked.stop(about) ? WAITS_BEHIND : await this.retried(one, disposition);
      if (failure === null) await this.remove(one);
      else {
        parked.add(about);
        await this.leave(one, failure);
      }
    }
    return waiting.length === AT_ONCE ? (waiting.at(-1)?.message.version ?? null) : null;
  }

  /** @returns why it failed; null if it was delivered, or if its handler was removed before it was ever handled */
  private async retried({ message, isDead }: Waiting, disposition: Disposition): Promise<string | null> {
    return disposition === 'deliver' || isDead ? this.handling.attempt(message) : null;
  }

  private async remove(waiting: Waiting): Promise<void> {
    await this.backlog.remove(waiting);
    if (waiting.isDead) await this.group.parking?.redriven(waiting.message);
  }

  /** It keeps its position; a kept message is parked. */
  private async leave(waiting: Waiting, reason: string): Promise<void> {
    if (waiting.isDead) return;
    await this.backlog.remove(waiting);
    await this.park(waiting.message, reason);
  }
}

/** Types whose waiting messages a turn has to process: deliver, wait for, or remove. */
const triable = (interest: Interest) => [...interest.ordered, ...interest.skipped];
