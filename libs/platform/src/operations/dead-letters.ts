import type { Envelope } from '@corridor/contracts';
import type { Database, Sql } from '@corridor/event-store';
import { timestamp } from '@corridor/kernel';
import { WAITS_BEHIND, decodeEnvelope } from '@corridor/messaging';
import type { DeadLetterResource, DeadLettersOfStreamResource } from '@corridor/services';

/** Which messages: all that wait, unless a field limits them. */
export interface WhichLetters extends Readonly<Record<string, unknown>> {
  readonly source: string | null;
  readonly streamId: string | null;
  readonly version: number | null;
  readonly recordId: string | null;
  readonly type: string | null;
}

/** Of the list. */
const MOST_LISTED = 1_000;

/** What a consumer has not handled, and why. Its name is $1, and the next parameters are {@link valuesOf}. */
export const LETTERS = `(
  SELECT source, stream_id, version, record, message, reason, attempts, parked_on AS since, is_foreign,
    CASE WHEN is_foreign THEN 'FOREIGN' WHEN lock IS NOT NULL THEN 'LOCKED' WHEN reason = '${WAITS_BEHIND}' THEN 'BEHIND'
      ELSE 'FAILED' END AS cause
  FROM dead_letter WHERE consumer = $1
  UNION ALL
  SELECT source, stream_id, version, NULL, message, NULL, 0, kept_on, false, 'KEPT' FROM kept_message WHERE consumer = $1
) AS letter WHERE ($2::text IS NULL OR source = $2) AND ($3::text IS NULL OR stream_id = $3)
  AND ($4::int IS NULL OR version = $4) AND ($5::text IS NULL OR record = $5)
  AND ($6::text IS NULL OR message ->> 'type' = $6)`;

export const valuesOf = (consumer: string, which: WhichLetters): readonly unknown[] => [
  consumer,
  ...[which.source, which.streamId, which.version, which.recordId, which.type],
];

export const ALL_LETTERS: WhichLetters = {
  ...{ source: null, streamId: null, version: null, recordId: null, type: null },
};

interface Row extends Record<string, unknown> {
  readonly record: string | null;
  readonly message: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly since: Date;
  readonly age: number;
  readonly cause: DeadLetterResource['cause'];
}

/** The oldest first, at most 1000. */
export async function deadLettersOf(
  database: Pick<Database, 'query'>,
  service: string,
): Promise<DeadLetterResource[]> {
  return (await rowsOf(database, service, ALL_LETTERS)).map((row) => letterOf(service, row));
}

/**
 * Those of a stream with their messages, in order, at most 1000.
 * @param withData whether the content of messages may be read
 */
export async function deadLettersOfStream(
  database: Pick<Database, 'query'>,
  service: string,
  streamId: string,
  withData: boolean,
): Promise<DeadLettersOfStreamResource> {
  const rows = await rowsOf(database, service, { ...ALL_LETTERS, streamId }, 'source, version');
  const messages = rows.map((row) => {
    const message = JSON.parse(row.message) as Record<string, unknown>;
    return {
      ...letterOf(service, row),
      error: row.reason,
      message: withData ? message : { ...message, data: null },
    };
  });
  return { service, streamId, messages };
}

function rowsOf(
  sql: Pick<Sql, 'query'>,
  service: string,
  which: WhichLetters,
  order = 'since, source, stream_id, version',
): Promise<Row[]> {
  return sql.query<Row>(
    `SELECT record, message::text, reason, attempts, since, cause,
       greatest(0, extract(epoch FROM now() - since))::int AS age
     FROM ${LETTERS} ORDER BY ${order}, is_foreign DESC LIMIT ${MOST_LISTED}`,
    valuesOf(service, which),
  );
}

function letterOf(service: string, row: Row): DeadLetterResource {
  const { source, streamId, version, type, caller }: Envelope = decodeEnvelope(row.message);
  return {
    ...{ service, source, streamId, version, type, recordId: row.record },
    ...{ clientId: caller.client.id, requestId: caller.correlationId },
    ...{ cause: row.cause, attempts: row.attempts },
    ...{ since: timestamp(row.since), ageSeconds: row.age, reason: row.reason?.split('\n')[0] ?? null },
  };
}
