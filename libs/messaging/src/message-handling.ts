import type { Envelope } from '@corridor/contracts';
import { InvalidMessage } from '@corridor/contracts';
import { type Database, StreamHeld, isLocked, isOutage } from '@corridor/event-store';
import { type Work, workingOn } from '@corridor/tracing';
import { HandlingOrder } from './handling-order.js';
import { traceOf } from './message-spans.js';
import type { ConsumerGroup } from './message-consumer.js';
import type { AboutRecord, WaitsFor } from './parked-records.js';

/** Attempts before a message is parked. */
const ATTEMPTS = 3;

/** Why a message was not handled. */
export interface Failure extends WaitsFor {
  readonly reason: string;
  /** How often it was tried just now: 0 if it waits for another one, or for a lock. */
  readonly attempts: number;
}

/** Hands messages to a consumer's handler, each in the form that it accepts. */
export class MessageHandling {
  /** What `concerns` has read is not read again. */
  private readonly accepted = new WeakMap<Envelope, Envelope>();

  constructor(
    private readonly group: ConsumerGroup,
    private readonly database: Database,
  ) {}

  /** Whether the message may have an effect. */
  isWanted(message: Envelope): boolean {
    const { concerns } = this.group;
    try {
      return !concerns || concerns(this.read(message));
    } catch {
      return true; // the handler fails in the same way, and it is parked
    }
  }

  /** The message, with the record that its handler changes. */
  about(message: Envelope): AboutRecord {
    const { source, streamId } = message;
    return { source, streamId, record: this.recordOf(message) };
  }

  /** At the same time as far as their order allows, so that their commands are executed together. */
  all(messages: readonly Envelope[]): Promise<void> {
    const order = new HandlingOrder(
      ({ source, streamId }: Envelope) => `${source} ${streamId}`,
      (message) => this.recordOf(message),
    );
    for (const message of messages) order.add(message, () => this.handle(message, false));
    return order.ended();
  }

  /**
   * What a message has to wait for without an attempt: earlier ones of its client need a lock that is not a stream's, so each
   * attempt would wait for it.
   * @param locks that are held
   */
  lockBefore(message: Envelope, locks: Pick<Set<string>, 'has'>): WaitsFor | null {
    const lock = lockOf(message);
    return locks.has(lock) ? { lock } : null;
  }

  /** Alone, after an attempt with others. @returns why it failed in all attempts, or which lock it needs that another transaction holds, or null */
  async attempt(message: Envelope): Promise<Failure | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.database.savepoint(() => this.handle(message, true));
        return null;
      } catch (error) {
        if (isOutage(error)) throw error;
        if (isLocked(error)) return this.locked(message, error);
        if (error instanceof InvalidMessage) return failed(error.message, attempt); // it is the same in each attempt
        if (attempt === ATTEMPTS)
          return failed(error instanceof Error ? (error.stack ?? error.message) : String(error), attempt);
      }
    }
  }

  private locked(message: Envelope, error: unknown): Failure {
    const lock = error instanceof StreamHeld ? error.streamId : lockOf(message);
    this.database.heldStreams.isHeld(lock);
    return { reason: String(error), lock, attempts: 0 };
  }

  private async handle(message: Envelope, isRetry: boolean): Promise<void> {
    await workingOn(workOf(message), () => this.group.handle(this.read(message), isRetry));
  }

  private recordOf(message: Envelope): string | null {
    const { recordOf } = this.group;
    try {
      return recordOf?.(this.read(message)) ?? null;
    } catch {
      return null; // the handler fails in the same way
    }
  }

  private read(message: Envelope): Envelope {
    const read = this.accepted.get(message) ?? this.group.messages.read(message);
    this.accepted.set(message, read);
    return read;
  }
}

/** Of the request that has caused the message. */
export const workOf = (message: Envelope): Work => ({
  requestId: message.caller.correlationId,
  traceparent: traceOf(message),
});

const failed = (reason: string, attempts: number): Failure => ({ reason, lock: null, attempts });

/** Names a lock that is not a stream's: Postgres does not say which one it is. */
const lockOf = ({ caller }: Envelope) => `a row of ${caller.client.id}`;
