import type { Message, MessageRegistry } from '@corridor/contracts';
import {
  type Aggregate,
  type Caller,
  type DomainEvent,
  decodeJson,
  encodeJson,
  fold,
  schemaVersionOf,
  timestamp,
  upcast,
} from '@corridor/kernel';
import type { Sql } from './database.js';
import type { AnyRegistration, Recorded, View } from './registration.js';

/** A stream, as seen by the holder of its lock. */
export interface Stream<State> {
  readonly id: string;
  readonly version: number;
  readonly state: State;
}

/** Locks the stream until the transaction ends and returns its state. A new stream has version 0 and no lock yet. */
export async function lockStream<State, Event extends DomainEvent>(
  sql: Sql,
  aggregate: Aggregate<State, Event>,
  id: string,
): Promise<Stream<State>> {
  const [row] = await sql.query<StreamRow>(
    `SELECT version, state::text, state_version AS "stateVersion" FROM streams WHERE stream_id = $1 FOR UPDATE`,
    [id],
  );
  if (!row) return { id, version: 0, state: aggregate.initial };
  return { id, version: row.version, state: await stateOf(sql, aggregate, id, row) };
}

interface StreamRow {
  version: number;
  state: string;
  stateVersion: number;
}

/** The stored state, or the whole history folded again if the aggregate's rules have changed since. */
export async function stateOf<State, Event extends DomainEvent>(
  sql: Sql,
  aggregate: Aggregate<State, Event>,
  id: string,
  row: StreamRow,
): Promise<State> {
  if (row.stateVersion === aggregate.stateVersion) return decodeJson<State>(row.state);
  return fold(aggregate, await historyOf(sql, aggregate, id));
}

/** The events of a stream, in order, each in its current shape. */
export async function historyOf<Event extends DomainEvent>(
  sql: Sql,
  aggregate: Pick<Aggregate<never, Event>, 'name' | 'upcasters'>,
  id: string,
): Promise<Event[]> {
  const events = await sql.query<StoredEvent>(
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

/** The service that appends, and the messages that it may publish. */
export interface Publisher {
  readonly service: string;
  readonly messages: MessageRegistry;
}

/**
 * Appends events to a locked stream: its state, the log, the projections and the outgoing messages, in that order. The
 * stream's row comes first, so that positions in the log increase in commit order within a stream.
 */
export async function append(
  sql: Sql,
  publisher: Publisher,
  registration: AnyRegistration,
  stream: Stream<unknown>,
  events: readonly DomainEvent[],
  caller: Caller,
  now: Date,
): Promise<unknown> {
  const { aggregate, projections = [] } = registration;
  const view: View<{ id: string }, DomainEvent> | undefined = registration.view;
  const occurredOn = timestamp(now);
  const recorded = events.map((event, i): Recorded<DomainEvent> => ({
    streamId: stream.id,
    version: stream.version + i + 1,
    occurredOn,
    caller,
    event,
  }));
  const state: unknown = events.reduce(
    (before, event) => aggregate.evolve(before, event) as unknown,
    stream.state,
  );
  await writeStream(sql, registration, stream, stream.version + events.length, state);

  let row = view && stream.version > 0 ? await readRow(sql, view, stream.id) : null;
  const messages: (Message | null)[] = [];
  for (const one of recorded) {
    row = view ? view.project(row, one) : null;
    messages.push(registration.publish?.(one, row) ?? null);
  }
  if (view && row) await writeRow(sql, view, row, caller, occurredOn);
  await writeEvents(sql, publisher, aggregate, recorded, messages);
  for (const one of recorded) for (const project of projections) await project(sql, one);
  return row;
}

async function writeStream(
  sql: Sql,
  { aggregate }: AnyRegistration,
  stream: Stream<unknown>,
  version: number,
  state: unknown,
) {
  const values = [stream.id, version, encodeJson(state), aggregate.stateVersion];
  if (stream.version === 0) {
    await sql.query(
      `INSERT INTO streams (stream_id, version, state, state_version, kind) VALUES ($1, $2, $3, $4, $5)`,
      [...values, aggregate.name],
    );
    return;
  }
  await sql.query(
    `UPDATE streams SET version = $2, state = $3, state_version = $4 WHERE stream_id = $1`,
    values,
  );
}

async function writeEvents(
  sql: Sql,
  publisher: Publisher,
  aggregate: AnyRegistration['aggregate'],
  recorded: readonly Recorded<DomainEvent>[],
  messages: readonly (Message | null)[],
) {
  await sql.query(
    `INSERT INTO events (stream_id, version, type, schema_version, data, caller, occurred_on, message_type, message)
     SELECT $1, e.version, e.type, e.schema_version, e.data::json, $5::json, ($6 || 'Z')::timestamptz, e.message_type,
       e.message::json
     FROM unnest($2::int[], $3::text[], $4::text[], $7::text[], $8::text[], $9::smallint[]) WITH ORDINALITY
       AS e (version, type, data, message_type, message, schema_version, n) ORDER BY n`,
    [
      recorded[0]?.streamId,
      recorded.map((one) => one.version),
      recorded.map((one) => one.event.type),
      recorded.map((one) => encodeJson(one.event)),
      encodeJson(recorded[0]?.caller),
      recorded[0]?.occurredOn,
      messages.map((sent) => sent?.type ?? null),
      messages.map((sent, i) => sent && envelope(publisher, recorded[i] as Recorded<DomainEvent>, sent)),
      recorded.map((one) => schemaVersionOf(aggregate, one.event.type)),
    ],
  );
}

/** @throws InvalidMessage for a message that does not match its contract */
function envelope(
  { service: source, messages }: Publisher,
  { streamId, version, occurredOn, caller }: Recorded<DomainEvent>,
  sent: Message,
): string {
  const dataversion = messages.checked(sent);
  const id = `${streamId}/${version}`;
  return encodeJson({ id, source, streamId, version, occurredOn, caller, dataversion, ...sent });
}

export async function readRow<Row extends { id: string }>(
  sql: Sql,
  view: View<Row, never>,
  id: string,
): Promise<Row | null> {
  const [found] = await sql.query<{ data: string }>(`SELECT data::text FROM ${view.table} WHERE id = $1`, [
    id,
  ]);
  return found ? (JSON.parse(found.data) as Row) : null;
}

export async function writeRow<Row extends { readonly id: string }>(
  sql: Sql,
  view: Pick<View<Row, never>, 'table'>,
  row: Row,
  caller: Caller,
  createdOn: string,
): Promise<void> {
  await sql.query(
    `INSERT INTO ${view.table} (id, client_id, created_on, data) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
    [row.id, caller.client.id, createdOn, JSON.stringify(row)],
  );
}
