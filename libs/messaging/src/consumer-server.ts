import type { Envelope, MessageType } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { EventCarrier } from './carrier.js';
import { type DeadLetter, MessageConsumer } from './message-consumer.js';
import { groupOf } from './reactions.js';

/**
 * Feeds the `@EventPattern` handlers of one service from a carrier. One server per service: in the all-in-one process
 * a failing handler of one service does not run another service's handlers again.
 */
export class ConsumerServer extends Server implements CustomTransportStrategy {
  override readonly transportId: symbol;

  constructor(
    private readonly service: string,
    private readonly database: Database,
    private readonly carrier: EventCarrier,
    private readonly onDeadLetter: (letter: DeadLetter) => void,
  ) {
    super();
    this.transportId = groupOf(service);
  }

  /** The consumer that feeds this service's handlers, also for sending dead letters again. */
  consumer(): MessageConsumer {
    return new MessageConsumer(
      this.service,
      this.database,
      (message) => this.react(message),
      this.onDeadLetter,
    );
  }

  listen(callback: (error?: unknown) => void): void {
    const consumer = this.consumer();
    this.carrier
      .subscribe({
        consumer: this.service,
        types: [...this.messageHandlers.keys()] as MessageType[],
        deliver: (messages) => consumer.deliver(messages),
      })
      .then(() => callback(), callback);
  }

  /** The carrier is closed by who opened it. */
  close(): void {}

  override on(): never {
    throw new Error('a consumer server emits no events');
  }

  override unwrap<T>(): T {
    return this.carrier as T;
  }

  private async react(message: Envelope): Promise<void> {
    const handler = this.messageHandlers.get(message.type);
    if (!handler) throw new Error(`${this.service} has no reaction to ${message.type}`);
    const result: unknown = await handler({
      ...message,
      caller: { ...message.caller, causationId: message.id },
    });
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}
