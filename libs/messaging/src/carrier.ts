import type { Envelope, MessageType } from '@corridor/contracts';
import type { Backfill } from './backfill.js';
import type { StoredOffsets } from './stored-offsets.js';
import type { Span } from '@corridor/tracing';

/** A committed message as passed on by the relay: its routing data, and its JSON as written in the transaction. */
export interface Outgoing {
  readonly type: MessageType;
  readonly streamId: string;
  readonly version: number;
  /** {@link Envelope}, encoded. */
  readonly json: string;
  /** Its publication as a step of its trace; missing while traces are not exported. */
  readonly span?: Span | null;
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
  /** Keeps where the group stands beside its effects, if the carrier does not. */
  readonly offsets?: StoredOffsets;
  /** Whether all of its processes leave the group for now. */
  isPaused?(): Promise<boolean>;
  /** Types whose messages are currently not delivered. All others are, including unknown types. */
  skipped(): Promise<readonly string[]>;
  /**
   * Processes messages in order. Resolves when their effect, or their dead letters, are committed together with the
   * checkpoint; rejects if nothing is committed and they must be redelivered.
   */
  deliver(messages: readonly Envelope[]): Promise<void>;
}

/** How far a group is behind one service. */
export interface Lag {
  readonly consumer: string;
  readonly source: string;
  readonly messages: number;
}

/** When a group has last gone on in what a service has published, whether it has handled or skipped it. */
export interface Moved {
  readonly consumer: string;
  readonly source: string;
  readonly at: Date;
}

/** When a group has last read again what its database does not know: that was restored to an earlier point. */
export interface Restored {
  readonly consumer: string;
  readonly at: Date;
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

  /** Why nothing of a service is delivered, or not everything to it, if an operator has to do something about it. */
  whyStopped(_service: string): string | null {
    return null;
  }

  /** Resolves when the messages can no longer be lost. Called by one relay per service, one batch at a time. */
  abstract send(source: string, messages: readonly Outgoing[]): Promise<void>;

  private readonly moves = new Map<string, Moved>();

  /** When the groups of this process have last gone on. */
  get moved(): readonly Moved[] {
    return [...this.moves.values()];
  }

  /** The groups of this process whose database was restored, as far as the carrier notices it. */
  get restored(): readonly Restored[] {
    return [];
  }

  /**
   * Makes what a service sends to, if it is not there. Called by its relay before it sends, and again from time to time.
   * @returns whether nothing was sent there so far: what was sent before is lost
   */
  prepare(_source: string): Promise<{ readonly isEmpty: boolean }> {
    return Promise.resolve({ isEmpty: false });
  }

  /**
   * Everything that a service has published follows again, or what happened since then: groups that have missed some of it go on from here.
   * @param since null if it is all
   */
  beginAgain(_source: string, _since: string | null): Promise<void> {
    return Promise.resolve();
  }

  /** The groups that there are. */
  groups(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  /** From now on a group takes nothing of the service but what it alone is sent, until {@link endBackfill}. */
  beginBackfill(_backfill: Backfill): Promise<void> {
    return Promise.reject(new Error('messages are delivered in another process'));
  }

  /** Sends to one group, what it has handled as well. */
  sendTo(_backfill: Backfill, _messages: readonly Outgoing[]): Promise<void> {
    return Promise.reject(new Error('messages are delivered in another process'));
  }

  /** The group has been sent everything that is not in the log of a carrier that reads it, and goes on with what follows. */
  endBackfill(_backfill: Backfill): Promise<void> {
    return Promise.reject(new Error('messages are delivered in another process'));
  }

  /** How many messages of each service a group has not processed; null if another process knows. */
  lagOf(_consumer: string): Promise<readonly Lag[] | null> {
    return Promise.resolve(null);
  }

  /** How many messages would be delivered to a group again. @param since when they were published; null for all */
  messagesSince(_consumer: string, _since: Date | null): Promise<number> {
    return Promise.resolve(0);
  }

  /**
   * Has a group go on at an earlier message.
   * @returns false while processes are in the group: it has to be paused
   */
  rewind(_consumer: string, _since: Date | null): Promise<boolean> {
    return Promise.reject(new Error('messages are delivered in another process'));
  }

  /** Starts the deliveries to a group. */
  abstract subscribe(subscription: ConsumerSubscription): Promise<void>;

  /** Of the groups of this process. @throws Error if it cannot be known now */
  lags(): Promise<readonly Lag[]> {
    return Promise.resolve([]);
  }

  abstract close(): Promise<void>;

  /** For how long the slowest of its groups has shown no sign of life: neither a message nor an attempt to get one. */
  silentMs(): number {
    return 0;
  }

  protected noteMove(consumer: string, source: string): void {
    this.moves.set(`${consumer} ${source}`, { consumer, source, at: new Date() });
  }
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
