import type { Envelope, MessageType } from '@corridor/contracts';

/** A committed message as the relay hands it over: what routes it, and its JSON as it was written in the transaction. */
export interface Outgoing {
  readonly type: MessageType;
  readonly streamId: string;
  readonly version: number;
  /** {@link Envelope}, encoded. */
  readonly json: string;
}

/** A consumer group: one service, however many processes it has. */
export interface Subscription {
  /** The service's name; its progress and dead letters are kept under it. */
  readonly consumer: string;
  /** Types of which no message has to be handed over, as of now. All others have to: also those that nobody knows. */
  skipped(): Promise<readonly string[]>;
  /**
   * Takes messages in order. Resolves when their effect, or their place among the dead letters, is committed together
   * with the checkpoint; rejects when nothing of them is, and they must come again.
   */
  deliver(messages: readonly Envelope[]): Promise<void>;
}

/**
 * Carries messages from the services' relays to consumer groups.
 *
 * Guarantee: messages of one stream arrive in order, each at least once, at every group that does not skip its type,
 * also those that were sent before the group existed. A group that fails holds up no other group.
 */
export abstract class EventCarrier {
  /** Resolves when the messages can no longer be lost. Called by one relay per service, one batch at a time. */
  abstract send(source: string, messages: readonly Outgoing[]): Promise<void>;

  /** Starts to feed a group. */
  abstract subscribe(subscription: Subscription): Promise<void>;

  abstract close(): Promise<void>;
}
