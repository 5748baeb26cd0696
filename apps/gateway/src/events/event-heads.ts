import { Database, isToldAsAway } from '@corridor/event-store';
import { Injectable, Logger } from '@nestjs/common';
import type { Head } from './add-events.js';

/** How often a process asks how far the events of its readers go. What it has written itself it knows at once. */
const POLL_MS = 500;

const HEADS = `SELECT client_id AS "clientId", last::float8 FROM client_event_head WHERE client_id = ANY ($1)`;

/** What the streams of one client wait for. */
interface Followed {
  streams: number;
  last: number;
  readonly waiting: Set<() => void>;
}

/**
 * How far the events of those clients go that have a stream in this process. However many streams there are, one statement
 * asks for all of them, and none if there is no stream. Statements, unlike LISTEN, work through a pooler too.
 */
@Injectable()
export class EventHeads {
  private readonly followed = new Map<string, Followed>();
  private readonly logger = new Logger('gateway');
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** From now on it knows how far they go. @returns ends it */
  follow(clientId: string): () => void {
    const one = this.followed.get(clientId) ?? { streams: 0, last: 0, waiting: new Set() };
    this.followed.set(clientId, one);
    one.streams++;
    this.timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
    return () => {
      if (--one.streams > 0) return;
      this.followed.delete(clientId);
      if (this.followed.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  /** How many of its streams this process has. */
  streamsOf(clientId: string): number {
    return this.followed.get(clientId)?.streams ?? 0;
  }

  /** Resolves when there are events of the client after this position, after a time, or when the signal is aborted. */
  past(clientId: string, position: number, withinMs: number, signal: AbortSignal): Promise<void> {
    const one = this.followed.get(clientId);
    if (!one || one.last > position || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), withinMs);
      const moved = () => {
        if (one.last > position) end();
      };
      const end = () => {
        clearTimeout(timer);
        one.waiting.delete(moved);
        signal.removeEventListener('abort', end);
        resolve();
      };
      one.waiting.add(moved);
      signal.addEventListener('abort', end);
    });
  }

  /** They go further. */
  moved(heads: readonly Head[]): void {
    for (const { clientId, last } of heads) {
      const one = this.followed.get(clientId);
      if (!one || one.last >= last) continue;
      one.last = last;
      for (const wake of [...one.waiting]) wake();
    }
  }

  /** Asks once, for all streams. Never rejects: the next turn asks again. */
  poll(): Promise<void> {
    this.polling ??= this.ask().finally(() => (this.polling = null));
    return this.polling;
  }

  private async ask(): Promise<void> {
    if (this.followed.size === 0) return;
    try {
      this.moved(
        await this.database.query<Head & Record<string, unknown>>(HEADS, [[...this.followed.keys()]]),
      );
    } catch (error) {
      this.logger[isToldAsAway(error) ? 'debug' : 'warn'](`events of clients are late: ${String(error)}`);
    }
  }
}
