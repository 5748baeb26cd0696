import type { Response } from './command-batch.js';
import type { Claim } from './idempotency.js';
import type { Row } from './view-rows.js';

/** A request that waits for other services to complete its command. */
export interface Settlement {
  readonly claim: Claim;
  /** Of the stream after the command. If others have appended since, another process may have responded already. */
  readonly version: number;
  /** Makes the response from the record and the state of the stream; null while the command is not complete. */
  readonly respond: (row: Row | null, state: unknown) => Response | null;
}

/**
 * Requests of this process that wait for a stream. Whatever completes their commands stores their responses in its own
 * transaction, which saves them one.
 */
export class Settlements {
  private readonly waiting = new Map<string, Set<Settlement>>();

  async during<T>(streamId: string, settlement: Settlement | null, wait: () => Promise<T>): Promise<T> {
    if (!settlement) return wait();
    const ofStream = this.waiting.get(streamId) ?? new Set();
    this.waiting.set(streamId, ofStream.add(settlement));
    try {
      return await wait();
    } finally {
      ofStream.delete(settlement);
      if (ofStream.size === 0) this.waiting.delete(streamId);
    }
  }

  of(streamId: string): readonly Settlement[] {
    return [...(this.waiting.get(streamId) ?? [])];
  }
}
