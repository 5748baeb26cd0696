import type { Database } from '@corridor/event-store';
import { timestamp } from '@corridor/kernel';
import type { TracedMessagesResource } from '@corridor/services';
import { ALL_LETTERS, LETTERS, valuesOf } from './dead-letters.js';

/** A message, by its place in the log of its sender. */
export interface MessageName {
  readonly service: string;
  readonly streamId: string;
  readonly version: number;
}

type Sent = TracedMessagesResource['sent'][number];
type Heard = TracedMessagesResource['heard'][number];

const MOST_SENT = 500;

const COLUMNS = `stream_id AS "streamId", version, message_type AS type, occurred_on AS "occurredOn",
  caller ->> 'correlationId' AS "requestId", seq::float8 AS position`;

/** These messages; and those of their streams, of the request, of the trace and of the record that are not published yet. */
const SENT = `SELECT ${COLUMNS} FROM events
    JOIN unnest($1::text[], $2::int[]) AS one (stream_id, version) USING (stream_id, version) WHERE message IS NOT NULL
  UNION
  SELECT ${COLUMNS} FROM events WHERE seq IS NULL AND message IS NOT NULL
    AND (stream_id = ANY ($1) OR stream_id = $3 OR caller ->> 'correlationId' = $3
      OR split_part(caller ->> 'traceparent', '-', 2) = $3)
  ORDER BY "occurredOn", "streamId", version LIMIT ${MOST_SENT}`;

/** What this consumer has taken: it, or a later one of its stream. */
const TAKEN = `SELECT source AS service, stream_id AS "streamId", one.version
  FROM unnest($2::text[], $3::text[], $4::int[]) AS one (source, stream_id, version)
  JOIN checkpoint USING (source, stream_id) WHERE consumer = $1 AND checkpoint.version >= one.version`;

const WAITING = `SELECT source AS service, stream_id AS "streamId", version, cause AS waits FROM ${LETTERS}
  AND (source, stream_id, version) IN (SELECT * FROM unnest($7::text[], $8::text[], $9::int[]))`;

/** @param id of the request, the trace or the record. @param messages of all services */
export async function tracedMessagesOf(
  database: Pick<Database, 'query'>,
  service: string,
  id: string,
  messages: readonly MessageName[],
): Promise<TracedMessagesResource> {
  const own = messages.filter((one) => one.service === service);
  const all = columnsOf(messages);
  const [sent, taken, waiting] = await Promise.all([
    database.query<Omit<Sent, 'service' | 'occurredOn'> & { occurredOn: Date }>(SENT, [
      ...columnsOf(own).slice(1),
      id,
    ]),
    database.query<Omit<Heard, 'waits'> & Record<string, unknown>>(TAKEN, [service, ...all]),
    database.query<Heard & Record<string, unknown>>(WAITING, [...valuesOf(service, ALL_LETTERS), ...all]),
  ]);
  const waits = new Map(waiting.map((one) => [nameOf(one), one]));
  return {
    service,
    sent: sent.map((one) => ({ service, ...one, occurredOn: timestamp(one.occurredOn) })),
    heard: [
      ...taken.filter((one) => !waits.has(nameOf(one))).map((one) => ({ ...one, waits: null })),
      ...waiting,
    ],
  };
}

const columnsOf = (messages: readonly MessageName[]) => [
  messages.map(({ service }) => service),
  messages.map(({ streamId }) => streamId),
  messages.map(({ version }) => version),
];

const nameOf = ({ service, streamId, version }: MessageName): string => `${service}:${streamId}/${version}`;

/** As in `ledger:cli_…/7,payments:pi_…/1`. */
export const textOfNames = (messages: readonly MessageName[]): string =>
  messages.map(nameOf).map(encodeURIComponent).join(',');

/** Of {@link textOfNames}, after the decoding of its parameter. What is none is left out. */
export const namesIn = (text: string): MessageName[] =>
  text.split(',').flatMap((name) => {
    const [, service, streamId, version] = /^([\w-]+):(.+)\/(\d{1,9})$/s.exec(name) ?? [];
    return service && streamId ? [{ service, streamId, version: Number(version) }] : [];
  });
