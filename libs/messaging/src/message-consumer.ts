import type { Envelope } from '@corridor/contracts';
import { type Database, isOutage } from '@corridor/event-store';
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
export class MessageConsumer {
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
      if (messages.length === 1 || !isOutage(error)) throw error;
      for (const message of messages) await this.inOneTransaction([message]);
    }
  }

  /** Tries everything again that is parked: what failed for a reason that has passed heals by itself. */
  async retryAllDeadLetters(): Promise<void> {
    const streams = await this.database.query<{ source: string; streamId: string }>(
      `SELECT DISTINCT source, stream_id AS "streamId" FROM dead_letter WHERE consumer = $1`,
      [this.consumer],
    );
    for (const { source, streamId } of streams) await this.retryDeadLetters(source, streamId);
  }

  /** Delivers what is parked of a stream again, in order; stops at the first message that fails again. */
  async retryDeadLetters(source: string, streamId: string): Promise<void> {
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
      if (messages.length > 1 && (await this.together(messages))) return;
      for (const message of messages) await this.once(message);
    });
  }

  /**
   * The usual case, where nothing is parked and nothing fails: the same effect as one by one, with a few statements for
   * the whole batch.
   * @returns false when the case is another; nothing has happened then
   */
  private async together(messages: readonly Envelope[]): Promise<boolean> {
    try {
      await this.database.savepoint(async () => {
        for (const message of await this.takeAll(messages)) await this.handle(message);
      });
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      return false;
    }
  }

  /**
   * Moves the checkpoints of all streams to the last of their messages.
   * @returns what is new
   * @throws Error when a stream is blocked or another process is at it
   */
  private async takeAll(messages: readonly Envelope[]): Promise<Envelope[]> {
    const { fresh, ends } = newIn(messages, await this.lockAll(messages));
    const of = (wanted: 'known' | 'unknown') => {
      const streams = ends.filter(({ isKnown }) => isKnown === (wanted === 'known'));
      const columns = [streams.map((one) => one.source), streams.map((one) => one.streamId)];
      return {
        count: streams.length,
        values: [this.consumer, ...columns, streams.map((one) => one.version)],
      };
    };
    const [known, unknown] = [of('known'), of('unknown')];
    if (known.count > 0)
      await this.database.query(
        `UPDATE checkpoint SET version = moved.version
         FROM unnest($2::text[], $3::text[], $4::int[]) AS moved (source, stream_id, version)
         WHERE consumer = $1 AND checkpoint.source = moved.source AND checkpoint.stream_id = moved.stream_id`,
        known.values,
      );
    if (unknown.count === 0) return fresh;
    const made = await this.database.query(
      `INSERT INTO checkpoint (consumer, source, stream_id, version)
       SELECT $1, source, stream_id, version
       FROM unnest($2::text[], $3::text[], $4::int[]) AS begun (source, stream_id, version)
       ORDER BY source, stream_id ON CONFLICT DO NOTHING RETURNING 1`,
      unknown.values,
    );
    if (made.length < unknown.count)
      throw new Error('another process has begun one of the streams meanwhile');
    return fresh;
  }

  /** Locks the checkpoints of the messages' streams, where there are any. */
  private async lockAll(messages: readonly Envelope[]): Promise<Checkpoint[]> {
    const streams = [this.consumer, messages.map((one) => one.source), messages.map((one) => one.streamId)];
    const inStreams = `consumer = $1 AND (source, stream_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`;
    const known = await this.database.query<Checkpoint>(
      `SELECT source, stream_id AS "streamId", version FROM checkpoint WHERE ${inStreams}
       ORDER BY source, stream_id FOR UPDATE`,
      streams,
    );
    const parked = await this.database.query(`SELECT 1 FROM dead_letter WHERE ${inStreams} LIMIT 1`, streams);
    if (parked.length > 0) throw new Error('a stream is blocked');
    return known;
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
        if (isOutage(error)) throw error;
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

interface Checkpoint {
  readonly source: string;
  readonly streamId: string;
  readonly version: number;
}

/** What the checkpoints have not seen, and where the streams of it end. */
function newIn(messages: readonly Envelope[], known: readonly Checkpoint[]) {
  const keyOf = ({ source, streamId }: Omit<Checkpoint, 'version'>) => `${source} ${streamId}`;
  const seen = new Map(known.map((one) => [keyOf(one), one.version]));
  const isKnown = new Set(seen.keys());
  const ends = new Map<string, Checkpoint & { isKnown: boolean }>();
  const fresh = messages.filter((message) => {
    const key = keyOf(message);
    const { source, streamId, version } = message;
    if (version <= (seen.get(key) ?? 0)) return false;
    seen.set(key, version);
    ends.set(key, { source, streamId, version, isKnown: isKnown.has(key) });
    return true;
  });
  return { fresh, ends: [...ends.values()] };
}
