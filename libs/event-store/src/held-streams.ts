import type { Sql } from './database.js';

/** How long a transaction waits for the lock of a stream before that counts as held. */
export const HELD_MS = 500;
/** How long what was found is assumed: longer than the interval in which those who wait look again. */
const KNOWN_MS = 5_000;
const MOST_KNOWN = 1_000;

/** A transaction gave up waiting for the lock of a stream; it can continue. Has the code that Postgres has for this. */
export class StreamHeld extends Error {
  readonly code = '55P03';

  constructor(readonly streamId: string) {
    super(`another transaction holds the lock of stream ${streamId}`);
  }
}

/** Locks that other transactions hold for long, so that not everybody who needs one waits for it. */
export class HeldStreams {
  private readonly foundAt = new Map<string, number>();

  constructor(private readonly sql: Sql) {}

  /** Whether somebody found it held, a short time ago. */
  has(lock: string): boolean {
    const foundAt = this.foundAt.get(lock);
    if (foundAt === undefined) return false;
    if (performance.now() - foundAt < KNOWN_MS) return true;
    this.foundAt.delete(lock);
    return false;
  }

  isHeld(lock: string): void {
    if (this.foundAt.size >= MOST_KNOWN) this.foundAt.clear(); // they are found again
    this.foundAt.set(lock, performance.now());
  }

  isFree(lock: string): void {
    this.foundAt.delete(lock);
  }

  /** Which of these streams are locked now. */
  async among(streamIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql.query<{ id: string }>(
      `WITH free AS MATERIALIZED (
         SELECT stream_id FROM streams WHERE stream_id = ANY ($1) FOR UPDATE SKIP LOCKED)
       SELECT stream_id AS id FROM streams
       WHERE stream_id = ANY ($1) AND stream_id NOT IN (SELECT stream_id FROM free)`,
      [streamIds],
    );
    const held = new Set(rows.map(({ id }) => id));
    for (const id of streamIds) if (held.has(id)) this.isHeld(id);
    return held;
  }
}
