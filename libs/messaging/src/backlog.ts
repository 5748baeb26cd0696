import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import { decodeEnvelope } from './envelope.js';
import type { Foreign } from './foreign.js';
import type { Failure } from './message-handling.js';
import type { AboutRecord, WaitingRecord, WaitsFor } from './parked-records.js';

/** A stream of a service. */
export interface StreamName {
  readonly source: string;
  readonly streamId: string;
}

/** A message that waits: a dead letter (a parked message), one that needs a lock, or one that is kept for a later build. */
export interface Waiting extends WaitsFor {
  readonly message: Envelope;
  readonly isKept: boolean;
  /** Of another history of its stream: it is not tried again. */
  readonly isForeign: boolean;
}

/** Messages that wait for a lock. */
export interface WaitingForLock {
  readonly lock: string;
  readonly count: number;
  readonly since: Date;
}

/** The number of waiting messages of a consumer, by cause and message type. */
export interface WaitingCount {
  /** `foreign`: of another history, after a database was restored. */
  readonly cause: 'dead_letter' | 'foreign' | 'kept';
  readonly source: string;
  readonly type: string;
  readonly count: number;
  /** Since when the oldest of them waits. */
  readonly since: Date;
}

/**
 * Waiting messages that block later ones of their stream: those that have failed or need a lock (`dead`) those about the same
 * record, kept messages all.
 */
export type Obstacles = Readonly<Record<'dead' | 'kept', boolean>>;

/** What a single message waits for. */
export interface InTheWay {
  readonly before: WaitsFor | null;
  readonly isKept: boolean;
}

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
   * What a message about this record waits for: messages about the same one, and kept messages of its stream.
   * @param types whose kept messages count
   */
  async inTheWay({ source, streamId, record }: AboutRecord, types: readonly string[]): Promise<InTheWay> {
    const [found] = await this.database.query<{ dead: boolean | null; lock: string | null; kept: boolean }>(
      `SELECT bool_or(lock IS NULL) AS dead, min(lock) AS lock,
         EXISTS (SELECT 1 FROM kept_message WHERE ${inStream} AND type = ANY($4)) AS kept
       FROM dead_letter WHERE ${inStream} AND ($5::text IS NULL OR record IS NULL OR record = $5)`,
      [this.consumer, source, streamId, types, record],
    );
    const { dead = null, lock = null, kept = false } = found ?? {};
    return { before: dead === null ? null : { lock: dead ? null : lock }, isKept: kept };
  }

  /** The records of these streams whose messages have failed or need a lock. */
  parkedIn(streams: readonly StreamName[]): Promise<WaitingRecord[]> {
    return this.database.query<WaitingRecord & Record<string, unknown>>(
      `SELECT DISTINCT source, stream_id AS "streamId", record, lock
       FROM dead_letter JOIN unnest($2::text[], $3::text[]) AS stream (source, stream_id) USING (source, stream_id)
       WHERE consumer = $1`,
      [this.consumer, streams.map(({ source }) => source), streams.map(({ streamId }) => streamId)],
    );
  }

  /**
   * The first waiting messages of a stream after a version, in order: all dead letters, and kept messages of these types.
   */
  async of({ source, streamId }: StreamName, types: readonly string[], after: number): Promise<Waiting[]> {
    const rows = await this.database.query<{
      message: string;
      lock: string | null;
      isKept: boolean;
      isForeign: boolean;
    }>(
      `SELECT version, message::text, lock, false AS "isKept", is_foreign AS "isForeign" FROM dead_letter WHERE ${inStream} AND version > $5
       UNION ALL
       SELECT version, message::text, NULL, true, false FROM kept_message
       WHERE ${inStream} AND type = ANY($4) AND version > $5
       ORDER BY version, "isForeign" DESC LIMIT ${AT_ONCE}`,
      [this.consumer, source, streamId, types, after],
    );
    return rows.map((row) => ({ ...row, message: decodeEnvelope(row.message) }));
  }

  /** The streams with waiting messages that can be retried, without those that only wait for locks. */
  streams(types: readonly string[]): Promise<StreamName[]> {
    return this.database.query<StreamName & Record<string, unknown>>(
      `SELECT source, stream_id AS "streamId" FROM dead_letter WHERE consumer = $1 AND lock IS NULL
       UNION
       SELECT source, stream_id FROM kept_message WHERE consumer = $1 AND type = ANY($2)`,
      [this.consumer, types],
    );
  }

  /** The locks for which messages wait. */
  locks(): Promise<WaitingForLock[]> {
    return this.database.query<WaitingForLock & Record<string, unknown>>(
      `SELECT lock, count(*)::int, min(parked_on) AS since FROM dead_letter
       WHERE consumer = $1 AND lock IS NOT NULL GROUP BY lock ORDER BY lock`,
      [this.consumer],
    );
  }

  /** The streams whose messages wait for a lock, the oldest first. */
  streamsBehind(lock: string): Promise<StreamName[]> {
    return this.database.query<StreamName & Record<string, unknown>>(
      `SELECT source, stream_id AS "streamId" FROM dead_letter WHERE consumer = $1 AND lock = $2
       GROUP BY source, stream_id ORDER BY min(parked_on)`,
      [this.consumer, lock],
    );
  }

  /** Messages that have waited for a lock for too long no longer do: they are dead letters. @returns some of them */
  async takeOverdue(
    seconds: number,
    reason: string,
  ): Promise<(AboutRecord & { readonly message: Envelope })[]> {
    const rows = await this.database.query<AboutRecord & { message: string }>(
      // Materialized: Postgres may otherwise repeat the subquery for each row, and take more of them each time.
      `WITH overdue AS MATERIALIZED (
         SELECT source, stream_id, version FROM dead_letter
         WHERE consumer = $1 AND lock IS NOT NULL AND parked_on < now() - make_interval(secs => $2)
         ORDER BY parked_on LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
       UPDATE dead_letter AS one SET lock = NULL, reason = $3
       FROM overdue WHERE consumer = $1 AND one.source = overdue.source AND one.stream_id = overdue.stream_id AND one.version = overdue.version
       RETURNING one.source, one.stream_id AS "streamId", record, message::text`,
      [this.consumer, seconds, reason],
    );
    return rows.map((row) => ({ ...row, message: decodeEnvelope(row.message) }));
  }

  async park(message: Envelope, record: string | null, { reason, lock, attempts }: Failure): Promise<void> {
    const { source, streamId, version } = message;
    await this.database.query(
      `INSERT INTO dead_letter (consumer, source, stream_id, version, message, reason, record, lock, attempts)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [this.consumer, source, streamId, version, encodeJson(message), reason, record, lock, attempts],
    );
  }

  /** With the error of the last attempt. */
  async failedAgain({ message }: Waiting, { reason, attempts }: Failure): Promise<void> {
    const { source, streamId, version } = message;
    await this.database.query(
      `UPDATE dead_letter SET reason = $5, attempts = attempts + $6
       WHERE ${inStream} AND version = $4 AND NOT is_foreign`,
      [this.consumer, source, streamId, version, reason, attempts],
    );
  }

  /** It stops its whole stream. @returns false if it is parked already */
  async parkForeign({ message, reason }: Foreign): Promise<boolean> {
    const { source, streamId, version } = message;
    const parked = await this.database.query(
      `INSERT INTO dead_letter (consumer, source, stream_id, version, message, reason, is_foreign)
       VALUES ($1, $2, $3, $4, $5, $6, true) ON CONFLICT DO NOTHING RETURNING version`,
      [this.consumer, source, streamId, version, encodeJson(message), reason],
    );
    return parked.length > 0;
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

  async remove({ message: { source, streamId, version }, isKept }: Waiting): Promise<void> {
    await this.database.query(
      `DELETE FROM ${isKept ? 'kept_message' : 'dead_letter'}
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND version = $4 ${isKept ? '' : 'AND NOT is_foreign'}`,
      [this.consumer, source, streamId, version],
    );
  }

  /** Removes a dead letter, of two with its number that of another history. @returns it, or null if there is none */
  async discard({ source, streamId }: StreamName, version: number): Promise<Envelope | null> {
    const [row] = await this.database.query<{ message: string }>(
      `DELETE FROM dead_letter WHERE ${inStream} AND version = $4 AND lock IS NULL AND is_foreign = (
         SELECT bool_or(is_foreign) FROM dead_letter WHERE ${inStream} AND version = $4 AND lock IS NULL)
       RETURNING message::text`,
      [this.consumer, source, streamId, version],
    );
    return row ? decodeEnvelope(row.message) : null;
  }

  /** Without those that wait for a lock. For operators. */
  async counts(): Promise<WaitingCount[]> {
    const counted = (cause: string, table: string, type: string, since: string) =>
      `SELECT ${cause} AS cause, source, ${type} AS type, count(*)::int, min(${since}) AS since
       FROM ${table} WHERE consumer = $1 GROUP BY 1, source, ${type}`;
    return this.database.query<WaitingCount & Record<string, unknown>>(
      `${counted(`CASE WHEN is_foreign THEN 'foreign' ELSE 'dead_letter' END`, '(SELECT * FROM dead_letter WHERE lock IS NULL) AS dead', `message ->> 'type'`, 'parked_on')}
       UNION ALL ${counted(`'kept'`, 'kept_message', 'type', 'kept_on')} ORDER BY cause, source, type`,
      [this.consumer],
    );
  }
}
