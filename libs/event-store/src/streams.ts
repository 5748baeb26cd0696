import { type Aggregate, type DomainEvent, decodeJson, encodeJson, fold, upcast } from '@corridor/kernel';
import type { Sql, SqlTransaction } from './database.js';

/** A stream as it is stored. */
export interface StreamRow {
  readonly version: number;
  readonly state: string;
  readonly stateVersion: number;
}

const STREAM = `version, state::text, state_version AS "stateVersion"`;

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
   SELECT one.stream_id AS id, held.version, held.state, held."stateVersion"
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

/** The stored state, or the whole history folded again if the aggregate's rules have changed since. */
export async function stateOf<State, Event extends DomainEvent>(
  sql: Sql,
  aggregate: Aggregate<State, Event>,
  id: string,
  row: StreamRow,
): Promise<State> {
  return row.stateVersion === aggregate.stateVersion
    ? decodeJson<State>(row.state)
    : historyState(sql, aggregate, id);
}

/** The state that the history of a stream results in. */
export const historyState = async <State, Event extends DomainEvent>(
  sql: Sql,
  aggregate: Aggregate<State, Event>,
  id: string,
): Promise<State> => fold(aggregate, await historyOf(sql, aggregate, id));

/** The events of a stream, in order, each in its current shape. */
export async function historyOf<Event extends DomainEvent>(
  sql: Sql,
  aggregate: Pick<Aggregate<never, Event>, 'name' | 'upcasters'>,
  id: string,
): Promise<Event[]> {
  const events = await sql.query<StoredEvent & Record<string, unknown>>(
    `SELECT data::text, schema_version AS "schemaVersion" FROM events WHERE stream_id = $1 ORDER BY version`,
    [id],
  );
  return events.map((stored) => eventOf<Event>(aggregate, stored));
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
