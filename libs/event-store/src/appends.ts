import type { MessageType } from '@corridor/contracts';
import type { Row } from './view-rows.js';

/** A stream after a commit of this process. */
export interface Committed {
  readonly id: string;
  readonly version: number;
  readonly state: unknown;
  /** Its record; null without a view. */
  readonly row: Row | null;
  /** The responses that were stored with the commit, by the ids of their claims. */
  readonly responses: ReadonlyMap<string, string>;
}

/** What a commit has appended to a stream. */
export interface Appended extends Committed {
  /** Of the stream before it; 0 for a new one. */
  readonly versionBefore: number;
  /** The messages to publish, in order. */
  readonly messages: readonly AppendedMessage[];
}

export interface AppendedMessage {
  readonly type: MessageType;
  readonly streamId: string;
  readonly version: number;
  /** The envelope, encoded. */
  readonly json: string;
}

type Notify = (committed: Committed | null) => void;

/** Notifies requests that wait for a stream when it was appended to. */
export class Appends {
  private readonly waiting = new Map<string, Set<Notify>>();

  happened(committed: Committed): void {
    this.waiting.get(committed.id)?.forEach((notify) => notify(committed));
  }

  /** Another process may have appended to the stream. */
  happenedElsewhere(streamId: string): void {
    this.waiting.get(streamId)?.forEach((notify) => notify(null));
  }

  /**
   * Resolves at the next append to the stream; with null after `ms`, or if another process appended. A transaction may have
   * appended several times: it resolves with the last one.
   */
  next(streamId: string, ms: number): Promise<Committed | null> {
    return new Promise((resolve) => {
      const waiters = this.waiting.get(streamId) ?? new Set();
      this.waiting.set(streamId, waiters);
      let last: Committed | null = null;
      let isNotified = false;
      const end = () => {
        clearTimeout(timer);
        waiters.delete(notify);
        if (waiters.size === 0) this.waiting.delete(streamId);
        resolve(last);
      };
      const notify: Notify = (committed) => {
        if (!isNotified) queueMicrotask(end);
        isNotified = true;
        last = committed ?? last;
      };
      const timer = setTimeout(end, ms);
      waiters.add(notify);
    });
  }
}
