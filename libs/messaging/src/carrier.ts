import type { Envelope, MessageType } from '@corridor/contracts';

/** A committed message as passed on by the relay: its routing data, and its JSON as written in the transaction. */
export interface Outgoing {
  readonly type: MessageType;
  readonly streamId: string;
  readonly version: number;
  /** {@link Envelope}, encoded. */
  readonly json: string;
}

/** A message that the relay has marked as published. */
export interface Published extends Outgoing {
  /** Its place in what its service has published: consecutive numbers. */
  readonly seq: bigint;
}

/** A consumer group: one service, or a part of it that follows on its own, however many processes it has. */
export interface ConsumerSubscription {
  /** The service's name, or that of the part; its progress and dead letters are kept under it. */
  readonly consumer: string;
  /** Of a part: its service, whose database has its progress. */
  readonly service?: string;
  /** Types whose messages are currently not delivered. All others are, including unknown types. */
  skipped(): Promise<readonly string[]>;
  /**
   * Processes messages in order. Resolves when their effect, or their dead letters, are committed together with the
   * checkpoint; rejects if nothing is committed and they must be redelivered.
   */
  deliver(messages: readonly Envelope[]): Promise<void>;
}

/**
 * Carries messages from the services' relays to consumer groups.
 *
 * Guarantee: messages of one stream arrive in order, each at least once, at every group that does not skip its type,
 * including those sent before the group existed. A failing group does not delay other groups.
 */
export abstract class EventCarrier {
  /** Whether its topics are the logs of the services: then marked messages are sent, and `send` is not called. */
  readonly readsLogs: boolean = false;

  /** Whether this process publishes and delivers. False if another process of the composition does. */
  readonly isHere: boolean = true;

  /** Resolves when the messages can no longer be lost. Called by one relay per service, one batch at a time. */
  abstract send(source: string, messages: readonly Outgoing[]): Promise<void>;

  /** Starts the deliveries to a group. */
  abstract subscribe(subscription: ConsumerSubscription): Promise<void>;

  abstract close(): Promise<void>;
}

/** In a process that handles requests only: another process of the composition publishes its messages and delivers. */
export class CarrierElsewhere extends EventCarrier {
  override readonly isHere = false;

  override send(): Promise<void> {
    return Promise.reject(new Error('messages are published by another process'));
  }

  override subscribe(): Promise<void> {
    return Promise.reject(new Error('messages are delivered in another process'));
  }

  override async close(): Promise<void> {}
}
