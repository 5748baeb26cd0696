import { type Caller, type DomainEvent, type Timestamp, decodeJson, upcast } from '@corridor/kernel';
import type { Archive } from '../archive/archive.js';
import type { Sql } from '../database.js';
import type { Recorded } from '../registration.js';
import type { AnyAggregate } from '../refolds.js';
import { eventOf } from '../streams.js';

/** A part of a stream's history. */
export interface Piece {
  readonly id: string;
  /** The version before it. */
  readonly after: number;
  readonly upTo: number;
}

/** The events of such parts, in order. */
export interface Read extends Piece {
  readonly recorded: readonly Recorded<DomainEvent>[];
}

interface ReadRow {
  readonly id: string;
  /** The fields of one event after those of the other. */
  readonly fields: string | null;
}

/** A character that JSON text does not contain. */
const BETWEEN = '\u0001';
const FIELDS = 5;

/** One text for each stream: with a row for each event, reading takes Node four times as long. */
const READ = `SELECT one.id, (
    SELECT string_agg(concat_ws(chr(1), version, schema_version, occurred_on AT TIME ZONE 'UTC', caller, data), chr(1) ORDER BY version)
    FROM events WHERE stream_id = one.id AND version > one.after AND version <= one.up_to
  ) AS fields
  FROM unnest($1::text[], $2::int[], $3::int[]) AS one (id, after, up_to)`;

export async function readPieces(
  sql: Sql,
  archive: Archive,
  aggregate: AnyAggregate,
  pieces: readonly Piece[],
): Promise<Read[]> {
  const rows = await sql.query<ReadRow>(READ, [
    pieces.map(({ id }) => id),
    pieces.map(({ after }) => after),
    pieces.map(({ upTo }) => upTo),
  ]);
  const found = new Map(rows.map((row) => [row.id, row.fields]));
  const logged = pieces.map((piece) => ({
    ...piece,
    recorded: recordedOf(aggregate, piece.id, found.get(piece.id) ?? ''),
  }));
  return withArchived(sql, archive, aggregate, logged);
}

/** Completes what begins later than its piece. */
async function withArchived(
  sql: Sql,
  archive: Archive,
  aggregate: AnyAggregate,
  reads: readonly Read[],
): Promise<Read[]> {
  const missing = reads.flatMap(({ id, after, upTo, recorded }) => {
    const last = (recorded[0]?.version ?? upTo + 1) - 1;
    return last > after ? { id, after, upTo: last } : [];
  });
  if (missing.length === 0) return [...reads];
  const archived = await archive.read(sql, missing);
  return reads.map((read) => {
    const events = (archived.get(read.id) ?? []).map((one) => ({
      ...{ streamId: read.id, version: one.version, occurredOn: one.occurredOn },
      caller: decodeJson<Caller>(one.caller),
      event: eventOf<DomainEvent>(aggregate, one),
    }));
    return { ...read, recorded: [...events, ...read.recorded] };
  });
}

function recordedOf(aggregate: AnyAggregate, streamId: string, text: string): Recorded<DomainEvent>[] {
  const recorded: Recorded<DomainEvent>[] = [];
  const fields = text.split(BETWEEN);
  const field = (n: number) => fields[n] as string;
  for (let n = 0; n + FIELDS <= fields.length; n += FIELDS) {
    const isSameCaller = n > 0 && field(n + 3) === field(n + 3 - FIELDS);
    recorded.push({
      streamId,
      version: Number(field(n)),
      occurredOn: timestampOf(field(n + 2)),
      caller: isSameCaller ? (recorded.at(-1) as Recorded<DomainEvent>).caller : decodeJson(field(n + 3)),
      event: upcast(aggregate, decodeJson<DomainEvent>(field(n + 4)), Number(field(n + 1))),
    });
  }
  return recorded;
}

/** Postgres writes a time with a blank before it, and without the zeros at the end of its milliseconds. */
const timestampOf = (text: string): Timestamp =>
  (text.includes('.') ? text : `${text}.`).padEnd('2026-11-23 09:30:00.000'.length, '0').replace(' ', 'T');

/** Events that are folded in one step. */
const EVENTS_AT_ONCE = 2_500;
const STREAMS_AT_ONCE = 10_000;

/** Pieces of about {@link EVENTS_AT_ONCE} events: short streams as a whole, several at once. */
export function inSteps(streams: readonly Piece[]): Piece[][] {
  const steps: Piece[][] = [];
  let step: Piece[] = [];
  let room = EVENTS_AT_ONCE;
  const end = () => {
    if (step.length > 0) steps.push(step);
    [step, room] = [[], EVENTS_AT_ONCE];
  };
  for (const stream of streams)
    for (let { after } = stream; after < stream.upTo;) {
      const upTo = Math.min(stream.upTo, after + EVENTS_AT_ONCE);
      if (upTo - after > room) end();
      step.push({ id: stream.id, after, upTo });
      room -= upTo - after;
      after = upTo;
      if (upTo < stream.upTo) end(); // the next part follows from this one
    }
  end();
  return steps;
}

/** The streams of an aggregate among the next ones, with what the shadow does not have of them. */
export async function nextStreams(sql: Sql, kind: string, after: string): Promise<NextStreams> {
  const rows = await sql.query<Piece & { kind: string }>(
    `SELECT stream_id AS id, kind, coalesce(progress.version, 0) AS after, streams.version AS "upTo"
     FROM streams LEFT JOIN shadow.progress USING (stream_id)
     WHERE stream_id > $1 ORDER BY stream_id LIMIT $2`,
    [after, STREAMS_AT_ONCE],
  );
  const last = rows.length < STREAMS_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
  return { streams: rows.filter((row) => row.kind === kind), last };
}

export interface NextStreams {
  readonly streams: readonly Piece[];
  /** Null if none follow. */
  readonly last: string | null;
}
