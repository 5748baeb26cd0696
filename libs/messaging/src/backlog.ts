import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import { decodeEnvelope } from './envelope.js';
import type { AboutRecord } from './parked-records.js';

/** A stream of a service. */
export interface StreamName {
  readonly source: string;
  readonly streamId: string;
}

/** A message that waits: a dead letter (a parked message), or one that is kept for a later build. */
export interface Waiting {
  readonly message: Envelope;
  readonly isDead: boolean;
}

/** The number of waiting messages of a consumer, by cause and message type. */
export interface WaitingCount {
  readonly cause: 'dead_letter' | 'kept';
  readonly source: string;
  readonly type: string;
  readonly count: number;
  /** Since when the oldest of them waits. */
  readonly since: Date;
}

/** Waiting messages that block later ones of their stream: dead letters those about the same record, kept messages all. */
export type Obstacle = 'dead' | 'kept';
export type Obstacles = Readonly<Record<Obstacle, boolean>>;

const inStream = `consumer = $1 AND source = $2 AND stream_id = $3`;

/** The batch size of one transaction, for long backlogs. */
export const AT_ONCE = 500;

/** The waiting messages of a consumer. Every write is part of the delivery's transaction. */
export class Backlog {
  constructor(
    private readonly consumer: string,
    private readonly database: Pick<Database, 'query'>,
  ) {}

  /**
   * What a message about this record waits for: parked messages about the same one, or kept messages of its stream.
   * @param types whose kept messages count
   */
  async inTheWay(
    { source, streamId, record }: AboutRecord,
    types: readonly string[],
  ): Promise<Obstacle | null> {
    const [found] = await this.database.query<Obstacles & Record<string, unknown>>(
      `SELECT EXISTS (SELECT 1 FROM dead_letter WHERE ${inStream}
           AND ($5::text IS NULL OR record IS NULL OR record = $5)) AS dead,
         EXISTS (SELECT 1 FROM kept_message WHERE ${inStream} AND type = ANY($4)) AS kept`,
      [this.consumer, source, streamId, types, record],
    );
    if (found?.dead) return 'dead';
    return found?.kept ? 'kept' : null;
  }

  /** The records of these streams whose messages are parked. */
  parkedIn(streams: readonly StreamName[]): Promise<AboutRecord[]> {
    return this.database.query<AboutRecord & Record<string, unknown>>(
      `SELECT DISTINCT source, stream_id AS "streamId", record
       FROM dead_letter JOIN unnest($2::text[], $3::text[]) AS stream (source, stream_id) USING (source, stream_id)
       WHERE consumer = $1`,
      [this.consumer, streams.map(({ source }) => source), streams.map(({ streamId }) => streamId)],
    );
  }

  /**
   * The first waiting messages of a stream after a version, in order: all dead letters, and kept messages of these types.
   */
  async of({ source, streamId }: StreamName, types: readonly string[], after: number): Promise<Waiting[]> {
    const rows = await this.database.query<{ version: number; message: string; isDead: boolean }>(
      `SELECT version, message::text, true AS "isDead" FROM dead_letter WHERE ${inStream} AND version > $5
       UNION ALL
       SELECT version, message::text, false FROM kept_message WHERE ${inStream} AND type = ANY($4) AND version > $5
       ORDER BY version LIMIT ${AT_ONCE}`,
      [this.consumer, source, streamId, types, after],
    );
    return rows.map(({ message, isDead }) => ({ message: decodeEnvelope(message), isDead }));
  }

  /** The streams with waiting messages that can be retried. */
  streams(types: readonly string[]): Promise<StreamName[]> {
    return this.database.query<StreamName & Record<string, unknown>>(
      `SELECT source, stream_id AS "streamId" FROM dead_letter WHERE consumer = $1
       UNION
       SELECT source, stream_id FROM kept_message WHERE consumer = $1 AND type = ANY($2)`,
      [this.consumer, types],
    );
  }

  async park(message: Envelope, record: string | null, reason: string): Promise<void> {
    const { source, streamId, version } = message;
    await this.database.query(
      `INSERT INTO dead_letter (consumer, source, stream_id, version, message, reason, record)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [this.consumer, source, streamId, version, encodeJson(message), reason, record],
    );
  }

  async keep(messages: readonly Envelope[]): Promise<void> {
    await this.database.query(
      `INSERT INTO kept_message (consumer, source, stream_id, version, type, dataversion, message)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::int[], $7::json[])`,
      [
        this.consumer,
        messages.map(({ source }) => source),
        messages.map(({ streamId }) => streamId),
        messages.map(({ version }) => version),
        messages.map(({ type }) => type),
        messages.map(({ dataversion }) => dataversion),
        messages.map((message) => encodeJson(message)),
      ],
    );
  }

  async remove({ message: { source, streamId, version }, isDead }: Waiting): Promise<void> {
    await this.database.query(
      `DELETE FROM ${isDead ? 'dead_letter' : 'kept_message'}
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND version = $4`,
      [this.consumer, source, streamId, version],
    );
  }

  /** For operators. */
  async counts(): Promise<WaitingCount[]> {
    const counted = (cause: WaitingCount['cause'], table: string, type: string, since: string) =>
      `SELECT '${cause}' AS cause, source, ${type} AS type, count(*)::int, min(${since}) AS since
       FROM ${table} WHERE consumer = $1 GROUP BY source, ${type}`;
    return this.database.query<WaitingCount & Record<string, unknown>>(
      `${counted('dead_letter', 'dead_letter', `message ->> 'type'`, 'parked_on')}
       UNION ALL ${counted('kept', 'kept_message', 'type', 'kept_on')} ORDER BY cause, source, type`,
      [this.consumer],
    );
  }
}
