import type { Envelope } from '@corridor/contracts';
import type { Database, SqlTransaction } from '@corridor/event-store';
import type { Obstacles, StreamName } from './backlog.js';

interface Checkpoint extends StreamName {
  readonly version: number;
}

/** What a delivery found. */
export interface Taken {
  /** The messages after the checkpoints. */
  readonly fresh: readonly Envelope[];
  /** What waits in their streams, about whichever records. */
  readonly inTheWay: Obstacles;
}

/** The position of a consumer in each stream, which makes redeliveries harmless. Part of the delivery's transaction. */
export class Checkpoints {
  constructor(
    private readonly consumer: string,
    private readonly database: Database,
  ) {}

  /** Moves the checkpoint of the stream to this message, unless it is there already. */
  async moved({ source, streamId, version }: Envelope, generation: number): Promise<boolean> {
    const moved = await this.database.query(
      `INSERT INTO checkpoint (consumer, source, stream_id, version, generation) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (consumer, source, stream_id)
       DO UPDATE SET version = excluded.version, generation = excluded.generation
       WHERE checkpoint.version < excluded.version RETURNING version`,
      [this.consumer, source, streamId, version, generation],
    );
    return moved.length > 0;
  }

  async lock({ source, streamId }: StreamName): Promise<void> {
    await this.database.query(
      `SELECT 1 FROM checkpoint WHERE consumer = $1 AND source = $2 AND stream_id = $3 FOR UPDATE`,
      [this.consumer, source, streamId],
    );
  }

  /**
   * Locks the checkpoints of the messages' streams and moves them to the last message of each.
   * @param types whose kept messages count
   * @throws Error if another process has begun one of the streams meanwhile
   */
  async take(
    sql: SqlTransaction,
    messages: readonly Envelope[],
    generation: number,
    types: readonly string[],
  ): Promise<Taken> {
    const ends = lastOf(messages);
    const [found] = await sql.query<{ known: readonly Checkpoint[] } & Obstacles>(
      `SELECT known, dead, kept FROM take_checkpoints($1, $2, $3, $4, $5, $6)`,
      [this.consumer, ...columnsOf(ends), ends.map(({ version }) => version), generation, types],
    );
    if (!found) throw new Error('a function without a result');
    return { fresh: newIn(messages, found.known), inTheWay: found };
  }
}

const columnsOf = (streams: readonly StreamName[]) => [
  streams.map(({ source }) => source),
  streams.map(({ streamId }) => streamId),
];

const keyOf = ({ source, streamId }: StreamName) => `${source} ${streamId}`;

/** The last message of each stream. It may stand before others that were delivered again. */
function lastOf(messages: readonly Envelope[]): Envelope[] {
  const last = new Map<string, Envelope>();
  for (const message of messages) {
    const key = keyOf(message);
    if (message.version > (last.get(key)?.version ?? 0)) last.set(key, message);
  }
  return [...last.values()];
}

/** The messages after the checkpoints. */
function newIn(messages: readonly Envelope[], known: readonly Checkpoint[]): Envelope[] {
  const seen = new Map(known.map((one) => [keyOf(one), one.version]));
  return messages.filter((message) => {
    const key = keyOf(message);
    if (message.version <= (seen.get(key) ?? 0)) return false;
    seen.set(key, message.version);
    return true;
  });
}
