import type { Envelope } from '@corridor/contracts';
import type { Database, SqlTransaction } from '@corridor/event-store';
import type { Obstacles, StreamName } from './backlog.js';
import { type Foreign, type Heard, realTimeOf, whyForeign } from './foreign.js';

interface Checkpoint extends StreamName, Heard {}

/** What a delivery found. */
export interface Taken {
  /** The messages after the checkpoints. */
  readonly fresh: readonly Envelope[];
  /** Messages of another history of their streams. */
  readonly foreign: readonly Foreign[];
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
  async moved(message: Envelope, generation: number): Promise<boolean> {
    const { source, streamId, version, epoch = 0 } = message;
    const moved = await this.database.query(
      `INSERT INTO checkpoint (consumer, source, stream_id, version, generation, epoch, heard, heard_on)
       VALUES ($1, $2, $3, $4, $5, $6, $4, $7)
       ON CONFLICT (consumer, source, stream_id)
       DO UPDATE SET version = excluded.version, generation = excluded.generation, epoch = excluded.epoch,
         heard = excluded.heard, heard_on = greatest(checkpoint.heard_on, excluded.heard_on)
       WHERE checkpoint.version < excluded.version AND checkpoint.epoch <= excluded.epoch RETURNING version`,
      [this.consumer, source, streamId, version, generation, epoch, realTimeOf(message)],
    );
    return moved.length > 0;
  }

  /** Why a message to which the checkpoint did not move belongs to another history; null if it comes again. */
  async whyForeign(message: Envelope): Promise<string | null> {
    const [heard] = await this.database.query<Heard & Record<string, unknown>>(
      `SELECT version, epoch, CASE WHEN heard = version THEN heard_on END AS "heardOn" FROM checkpoint
       WHERE consumer = $1 AND source = $2 AND stream_id = $3`,
      [this.consumer, message.source, message.streamId],
    );
    return whyForeign(message, heard ?? null);
  }

  /** A message of another history was discarded: when it comes again, it does so like any other. */
  async heard(message: Envelope): Promise<void> {
    await this.database.query(
      `UPDATE checkpoint SET heard_on = greatest(heard_on, $4 COLLATE "C")
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND heard = version`,
      [this.consumer, message.source, message.streamId, realTimeOf(message)],
    );
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
      `SELECT known, dead, kept FROM take_checkpoints($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        this.consumer,
        ...columnsOf(ends),
        ends.map(({ version }) => version),
        generation,
        types,
        ends.map(({ epoch = 0 }) => epoch),
        ends.map(({ heardOn }) => heardOn),
      ],
    );
    if (!found) throw new Error('a function without a result');
    return { ...sorted(messages, found.known), inTheWay: found };
  }
}

const columnsOf = (streams: readonly StreamName[]) => [
  streams.map(({ source }) => source),
  streams.map(({ streamId }) => streamId),
];

const keyOf = ({ source, streamId }: StreamName) => `${source} ${streamId}`;

/** The last message of a stream, and the latest time of all of them. */
interface End extends Envelope {
  readonly heardOn: string;
}

/** The last message of each stream. It may stand before others that were delivered again. */
function lastOf(messages: readonly Envelope[]): End[] {
  const ends = new Map<string, End>();
  for (const message of messages) {
    const key = keyOf(message);
    const end = ends.get(key);
    const heardOn = later(end?.heardOn ?? '', realTimeOf(message));
    ends.set(key, { ...(end && end.version >= message.version ? end : message), heardOn });
  }
  return [...ends.values()];
}

/** The messages after the checkpoints, and those of another history. */
function sorted(
  messages: readonly Envelope[],
  known: readonly Checkpoint[],
): Pick<Taken, 'fresh' | 'foreign'> {
  const heard = new Map(known.map((one) => [keyOf(one), one]));
  const taken = new Map(known.map((one) => [keyOf(one), one.version]));
  const fresh: Envelope[] = [];
  const foreign: Foreign[] = [];
  for (const message of messages) {
    const key = keyOf(message);
    const reason = whyForeign(message, heard.get(key) ?? null);
    if (reason !== null) foreign.push({ message, reason });
    else if (message.version > (taken.get(key) ?? 0)) {
      fresh.push(message);
      taken.set(key, message.version);
    }
  }
  return { fresh, foreign };
}

const later = (one: string, other: string): string => (one > other ? one : other);
