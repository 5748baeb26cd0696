import type { Envelope } from '@corridor/contracts';
import { type Database, isTransient } from '@corridor/event-store';
import { decodeJson, encodeJson } from '@corridor/kernel';

/** Reacts to one message; writes only through the event store, which joins the delivery's transaction. */
export type Handler = (message: Envelope) => Promise<unknown>;

/** Attempts before a message goes to the dead letters. */
const ATTEMPTS = 3;

export interface DeadLetter {
  readonly message: Envelope;
  readonly reason: string;
}

/**
 * Delivers messages to a consumer's handler with exactly one effect each: the checkpoint of the stream commits in the
 * same transaction as what the handler wrote. A message that keeps failing goes to the dead letters in that same
 * transaction, and what follows it in its stream waits there behind it; other streams go on.
 *
 * A fault of the database itself rolls everything back: first each message is tried in a transaction of its own (two
 * batches can deadlock), then the error is thrown and nothing is lost.
 */
export class Delivery {
  constructor(
    private readonly consumer: string,
    private readonly database: Database,
    private readonly handle: Handler,
    private readonly onDeadLetter: (letter: DeadLetter) => void = () => undefined,
  ) {}

  async deliver(messages: readonly Envelope[]): Promise<void> {
    try {
      await this.inOneTransaction(messages);
    } catch (error) {
      if (messages.length === 1 || !isTransient(error)) throw error;
      for (const message of messages) await this.inOneTransaction([message]);
    }
  }

  /** Tries everything again that is parked: what failed for a reason that has passed heals by itself. */
  async redriveAll(): Promise<void> {
    const streams = await this.database.query<{ source: string; streamId: string }>(
      `SELECT DISTINCT source, stream_id AS "streamId" FROM dead_letter WHERE consumer = $1`,
      [this.consumer],
    );
    for (const { source, streamId } of streams) await this.redrive(source, streamId);
  }

  /** Delivers what is parked of a stream again, in order; stops at the first message that fails again. */
  async redrive(source: string, streamId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      // The lock that a delivery takes first: what arrives meanwhile waits, and does not park behind what is leaving.
      await sql.query(
        `SELECT 1 FROM checkpoint WHERE consumer = $1 AND source = $2 AND stream_id = $3 FOR UPDATE`,
        [this.consumer, source, streamId],
      );
      const parked = await sql.query<{ version: number; message: string }>(
        `SELECT version, message::text FROM dead_letter WHERE consumer = $1 AND source = $2 AND stream_id = $3
         ORDER BY version FOR UPDATE`,
        [this.consumer, source, streamId],
      );
      for (const { version, message } of parked) {
        const failure = await this.attempt(decodeJson<Envelope>(message));
        if (failure) return;
        await sql.query(
          `DELETE FROM dead_letter WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND version = $4`,
          [this.consumer, source, streamId, version],
        );
      }
    });
  }

  private inOneTransaction(messages: readonly Envelope[]): Promise<void> {
    return this.database.transaction(async () => {
      for (const message of messages) await this.once(message);
    });
  }

  private async once(message: Envelope): Promise<void> {
    if (!(await this.isNew(message))) return;
    if (await this.isBlocked(message))
      return this.park(message, 'waits behind an earlier message of its stream');
    const failure = await this.attempt(message);
    if (failure) await this.park(message, failure);
  }

  /** Moves the checkpoint of the stream to this message, unless it is there already. */
  private async isNew({ source, streamId, version }: Envelope): Promise<boolean> {
    const moved = await this.database.query(
      `INSERT INTO checkpoint (consumer, source, stream_id, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (consumer, source, stream_id) DO UPDATE SET version = excluded.version
       WHERE checkpoint.version < excluded.version RETURNING version`,
      [this.consumer, source, streamId, version],
    );
    return moved.length > 0;
  }

  private async isBlocked({ source, streamId }: Envelope): Promise<boolean> {
    const parked = await this.database.query(
      `SELECT 1 FROM dead_letter WHERE consumer = $1 AND source = $2 AND stream_id = $3 LIMIT 1`,
      [this.consumer, source, streamId],
    );
    return parked.length > 0;
  }

  /** @returns why it failed in all attempts, or null */
  private async attempt(message: Envelope): Promise<string | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.database.savepoint(() => this.handle(message));
        return null;
      } catch (error) {
        if (isTransient(error)) throw error;
        if (attempt === ATTEMPTS)
          return error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
    }
  }

  private async park(message: Envelope, reason: string): Promise<void> {
    await this.database.query(
      `INSERT INTO dead_letter (consumer, source, stream_id, version, message, reason) VALUES ($1, $2, $3, $4, $5, $6)`,
      [this.consumer, message.source, message.streamId, message.version, encodeJson(message), reason],
    );
    this.database.afterCommit(() => this.onDeadLetter({ message, reason }));
  }
}
