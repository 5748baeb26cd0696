import { type Envelope, type MessageRegistry, type MessageType, systemMessages } from '@corridor/contracts';
import type { Database, Sql } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import { currentWork } from '@corridor/tracing';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { EventCarrier } from './carrier.js';
import type { StreamName } from './backlog.js';
import { isPaused } from './consumer-pause.js';
import { type ConsumerGroup, MessageConsumer, type ParkingNotices } from './message-consumer.js';
import { type ReactionOptions, groupOf } from './reactions.js';
import { type RetryNotices, Retries } from './retries.js';
import { StoredOffsets } from './stored-offsets.js';

/** What an operator should know. */
export type Notices = Pick<ConsumerGroup, 'onDeadLetter' | 'onKept' | 'onLost'> & RetryNotices;

/** The part of a service that its consumer needs. */
export interface ConsumingService {
  readonly name: string;
  /** See {@link ConsumerGroup.relevant}. */
  readonly relevant?: (sql: Sql, messages: readonly Envelope[]) => Promise<readonly Envelope[]>;
}

/**
 * Delivers messages from a carrier to the `@EventPattern` handlers of one service. One server per service: in the
 * all-in-one process a failing handler of one service does not rerun another service's handlers.
 */
export class ConsumerServer extends Server implements CustomTransportStrategy {
  override readonly transportId: symbol;
  private retries: Retries | null = null;
  private consumer: MessageConsumer | null = null;

  constructor(
    private readonly service: ConsumingService,
    private readonly database: Database,
    private readonly carrier: EventCarrier,
    private readonly messages: MessageRegistry,
    private readonly notices: Notices,
    private readonly parking: ParkingNotices,
  ) {
    super();
    this.transportId = groupOf(service.name);
  }

  listen(callback: (error?: unknown) => void): void {
    if (this.messageHandlers.size === 0) return callback();
    const consumer = (this.consumer = this.open());
    this.retries = new Retries(consumer, this.notices);
    this.retries.start();
    this.carrier
      .subscribe({
        consumer: this.service.name,
        offsets: new StoredOffsets(this.service.name, this.database),
        isPaused: () => isPaused(this.database, this.service.name),
        skipped: async () => (await consumer.generations.interest()).skipped,
        deliver: (messages) => consumer.deliver(messages),
      })
      .then(() => callback(), callback);
  }

  /** Handles the waiting messages of a stream now, as far as possible. If the database fails, the next retry does. */
  redrive(stream: StreamName): void {
    this.consumer?.redrive(stream).catch((error: unknown) => this.notices.onRetryError(error));
  }

  /** {@link redrive}, which resolves at its end. @throws Refusal unavailable if the service does not listen yet */
  async retry(stream: StreamName): Promise<void> {
    if (!this.consumer) throw refuse('unavailable');
    await this.consumer.redrive(stream);
  }

  /** Removes a parked message for ever, in the caller's transaction. */
  async discard(stream: StreamName, version: number): Promise<void> {
    await this.consumer?.discard(stream, version);
  }

  /** Resolves when the current retry has ended. */
  async stopRetries(): Promise<void> {
    await this.retries?.stop();
  }

  /** The carrier is closed by its owner. */
  close(): void {}

  override on(): never {
    throw new Error('a consumer server emits no events');
  }

  override unwrap<T>(): T {
    return this.carrier as T;
  }

  private open(): MessageConsumer {
    const { name, relevant } = this.service;
    return new MessageConsumer(
      {
        name,
        relevant: relevant && ((messages) => this.relevantOf(relevant, messages)),
        parking: this.parking,
        types: [...this.messageHandlers.keys()],
        handle: (message, isRetry) => this.react(message, isRetry),
        concerns: (message) => this.recordOf(message) !== null,
        recordOf: (message) => this.recordOf(message) ?? null,
        messages: this.messages,
        onLocked: () => this.retries?.onLocked(),
        ...this.notices,
      },
      this.database,
    );
  }

  /** The service is asked about messages of services only. */
  private async relevantOf(
    relevant: NonNullable<ConsumingService['relevant']>,
    messages: readonly Envelope[],
  ): Promise<readonly Envelope[]> {
    const { system = [], others = [] } = Object.groupBy(messages, ({ type }) =>
      Object.hasOwn(systemMessages, type) ? 'system' : 'others',
    );
    return others.length === 0 ? system : [...system, ...(await relevant(this.database, others))];
  }

  /** Null for a message about a record of another service; undefined if it is unknown. Nest links the reactions to the same type. */
  private recordOf({ type, data }: Envelope): string | null | undefined {
    let found: string | null = null;
    for (let one = this.messageHandlers.get(type); one; one = one.next as typeof one) {
      const { concerns } = (one.extras ?? {}) as Partial<ReactionOptions<MessageType>>;
      if (!concerns) return undefined;
      found ??= concerns(data);
    }
    return found;
  }

  private async react(message: Envelope, isRetry: boolean): Promise<void> {
    const handler = this.messageHandlers.get(message.type);
    if (!handler) throw new Error(`${this.service.name} has no reaction to ${message.type}`);
    const result: unknown = await handler({
      ...message,
      isRetry,
      caller: {
        ...message.caller,
        causationId: message.id,
        traceparent: currentWork()?.traceparent ?? message.caller.traceparent,
      },
    });
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}
