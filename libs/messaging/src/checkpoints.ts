import type { Envelope } from '@corridor/contracts';
import type { Database, SqlTransaction } from '@corridor/event-store';
import type { StreamName } from './backlog.js';

interface Checkpoint extends StreamName {
  readonly version: number;
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
   * Locks the existing checkpoints of the messages' streams. @returns the new messages; `move` advances all streams to
   * their last message, or fails if another process has begun one of them meanwhile
   */
  async take(sql: SqlTransaction, messages: readonly Envelope[], generation: number) {
    const known = await sql.query<Checkpoint & Record<string, unknown>>(
      `SELECT source, stream_id AS "streamId", version FROM checkpoint
       WHERE consumer = $1 AND (source, stream_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))
       ORDER BY source, stream_id FOR UPDATE`,
      [this.consumer, ...columnsOf(messages)],
    );
    const { fresh, ends } = newIn(messages, known);
    return { fresh, move: () => this.move(sql, ends, generation) };
  }

  private move(
    sql: SqlTransaction,
    ends: readonly (Checkpoint & { isKnown: boolean })[],
    generation: number,
  ): void {
    const [known, unknown] = [ends.filter((one) => one.isKnown), ends.filter((one) => !one.isKnown)];
    const values = (some: typeof ends) => [
      this.consumer,
      ...columnsOf(some),
      some.map(({ version }) => version),
      generation,
    ];
    if (known.length > 0)
      sql.write(
        `UPDATE checkpoint SET version = moved.version, generation = $5
         FROM unnest($2::text[], $3::text[], $4::int[]) AS moved (source, stream_id, version)
         WHERE consumer = $1 AND checkpoint.source = moved.source AND checkpoint.stream_id = moved.stream_id`,
        values(known),
      );
    if (unknown.length > 0)
      sql.write(
        `INSERT INTO checkpoint (consumer, source, stream_id, version, generation)
         SELECT $1, source, stream_id, version, $5
         FROM unnest($2::text[], $3::text[], $4::int[]) AS begun (source, stream_id, version)
         ORDER BY source, stream_id`,
        values(unknown),
      );
  }
}

const columnsOf = (streams: readonly StreamName[]) => [
  streams.map(({ source }) => source),
  streams.map(({ streamId }) => streamId),
];

/** The messages after the checkpoints, and the last versions of their streams. */
function newIn(messages: readonly Envelope[], known: readonly Checkpoint[]) {
  const keyOf = ({ source, streamId }: StreamName) => `${source} ${streamId}`;
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
