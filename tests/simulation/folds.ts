import { services } from '@corridor/all-in-one';
import { type StoredEvent, eventOf } from '@corridor/event-store';
import { decodeJson, encodeJson, type DomainEvent } from '@corridor/kernel';
import type { Manifest } from '@corridor/platform';
import type { Outcome } from './invariants.js';
import type { ServiceDatabase } from './postgres.js';

type Registration = Manifest['registrations'][number];
type EventRow = StoredEvent & { streamId: string; version: number; caller: string; occurredOn: string };
interface StoredStream {
  readonly streamId: string;
  readonly version: number;
  readonly state: string;
  readonly row: string | null;
}

/** Every state and every record is what its events make of it. */
export async function folds({ postgres }: Outcome): Promise<string[]> {
  const found = services.flatMap(({ name, registrations }) =>
    registrations.map((one) => foldsOf(postgres.of(name), one)),
  );
  return (await Promise.all(found)).flat();
}

async function foldsOf(database: ServiceDatabase, { aggregate, view }: Registration): Promise<string[]> {
  const table = (view as { table: string } | undefined)?.table;
  const streams = await database.rows<StoredStream>(
    `SELECT stream_id AS "streamId", streams.version, state::text,
       ${table ? `(SELECT data::text FROM ${table} WHERE id = stream_id)` : 'NULL'} AS row
     FROM streams WHERE kind = $1`,
    [aggregate.name],
  );
  const events = await database.rows<EventRow>(
    `SELECT stream_id AS "streamId", events.version, data::text, schema_version AS "schemaVersion", caller::text,
       to_char(occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS "occurredOn"
     FROM events JOIN streams USING (stream_id) WHERE kind = $1 ORDER BY stream_id, events.version`,
    [aggregate.name],
  );
  const byStream = Map.groupBy(events, ({ streamId }) => streamId);
  return streams.flatMap((stream) =>
    differences(stream, byStream.get(stream.streamId) ?? [], { aggregate, view }),
  );
}

function differences(
  { streamId, version, state, row }: StoredStream,
  events: readonly EventRow[],
  { aggregate, view }: Pick<Registration, 'aggregate' | 'view'>,
): string[] {
  let folded = aggregate.initial as unknown;
  let record: unknown = null;
  for (const { caller, ...stored } of events) {
    const event = eventOf<DomainEvent>(aggregate, stored);
    folded = aggregate.evolve(folded, event);
    const recorded = { ...stored, caller: decodeJson(caller), event };
    record = view?.project(record as never, recorded as never) ?? null;
  }
  const isComplete = events.every((event, n) => event.version === n + 1) && events.length === version;
  return [
    ...(isComplete ? [] : [`${streamId} has ${events.length} events and version ${version}`]),
    ...(isSame(state, encodeJson(folded)) ? [] : [`the state of ${streamId} is not the fold of its events`]),
    ...(isSame(row ?? 'null', JSON.stringify(record))
      ? []
      : [`the record ${streamId} is not the fold of its events`]),
  ];
}

const isSame = (a: string, b: string): boolean =>
  JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
