import { type Aggregate, type DomainEvent, decodeJson, encodeJson, upcast } from '@corridor/kernel';
import { type Archive, LAST_VERSION } from './archive/archive.js';
import type { Sql, SqlTransaction } from './database.js';

/** A stream as it is stored. */
export interface StreamRow {
  readonly version: number;
  readonly state: string;
  readonly stateVersion: number;
  /** Staff have to release it. */
  readonly isFrozen: boolean;
}

const STREAM = `version, state::text, state_version AS "stateVersion", is_frozen AS "isFrozen"`;

/** The committed row of a stream, without a lock. */
export async function readStream(sql: Sql, id: string): Promise<StreamRow | null> {
  const [row] = await sql.query<StreamRow & Record<string, unknown>>(
    `SELECT ${STREAM} FROM streams WHERE stream_id = $1`,
    [id],
  );
  return row ?? null;
}

/**
 * Locks the existing streams until the transaction ends: rows of {@link StreamRow} and `id`. New streams have no row, and no
 * lock yet.
 * @param locked elsewhere: `wait` for those streams, or `skip` them: then they have no version
 */
export const streamLocks = (ids: string, locked: 'wait' | 'skip'): string =>
  `WITH held AS MATERIALIZED (
     SELECT stream_id, ${STREAM} FROM streams WHERE stream_id = ANY (${ids}) ORDER BY stream_id
     FOR UPDATE ${locked === 'skip' ? 'SKIP LOCKED' : ''})
   SELECT one.stream_id AS id, held.version, held.state, held."stateVersion", held."isFrozen"
   FROM streams AS one LEFT JOIN held USING (stream_id) WHERE one.stream_id = ANY (${ids})`;

/** A stream's new version. */
export interface StreamWrite {
  readonly id: string;
  readonly kind: string;
  readonly isNew: boolean;
  readonly version: number;
  readonly state: unknown;
  readonly stateVersion: number;
}

export function writeStreams(sql: SqlTransaction, streams: readonly StreamWrite[]): void {
  const columnsOf = (some: readonly StreamWrite[]) => [
    some.map(({ id }) => id),
    some.map(({ version }) => version),
    some.map(({ state }) => encodeJson(state)),
    some.map(({ stateVersion }) => stateVersion),
  ];
  const created = streams.filter(({ isNew }) => isNew);
  if (created.length > 0)
    sql.write(
      `INSERT INTO streams (stream_id, version, state, state_version, kind)
       SELECT * FROM unnest($1::text[], $2::int[], $3::json[], $4::int[], $5::text[])`,
      [...columnsOf(created), created.map(({ kind }) => kind)],
    );
  const changed = streams.filter(({ isNew }) => !isNew);
  if (changed.length > 0)
    sql.write(
      `UPDATE streams SET version = made.version, state = made.state, state_version = made.state_version
       FROM unnest($1::text[], $2::int[], $3::json[], $4::int[]) AS made (stream_id, version, state, state_version)
       WHERE streams.stream_id = made.stream_id AND streams.stream_id = ANY ($1)`,
      columnsOf(changed),
    );
}

/** Some events of a stream after a version, in order, as they are stored; those that are archived too. */
export async function historyPage(
  sql: Sql,
  archive: Archive,
  id: string,
  after: number,
  limit: number,
): Promise<(StoredEvent & { readonly version: number })[]> {
  const rows = await sql.query<StoredEvent & { version: number } & Record<string, unknown>>(
    `SELECT version, data::text, schema_version AS "schemaVersion" FROM events
     WHERE stream_id = $1 AND version > $2 ORDER BY version LIMIT $3`,
    [id, after, limit],
  );
  const first = rows[0]?.version ?? LAST_VERSION;
  if (first === after + 1) return rows;
  const archived = (await archive.read(sql, [{ id, after, upTo: first - 1 }])).get(id) ?? [];
  return [...archived, ...rows].slice(0, limit);
}

/** Of a row of the log. */
export interface StoredEvent {
  readonly data: string;
  readonly schemaVersion: number;
}

/** For every reader of the log: the event of a row, in its current shape. */
export const eventOf = <Event extends DomainEvent>(
  aggregate: Pick<Aggregate<never, Event>, 'name' | 'upcasters'>,
  { data, schemaVersion }: StoredEvent,
): Event => upcast<Event>(aggregate, decodeJson<DomainEvent>(data), schemaVersion);
