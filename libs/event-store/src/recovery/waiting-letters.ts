import type { ClientBase } from 'pg';

interface Letter {
  readonly consumer: string;
  readonly streamId: string;
  readonly version: number;
  readonly occurredOn: string;
}

const LETTERS = `SELECT consumer, stream_id AS "streamId", version, message ->> 'occurredOn' AS "occurredOn"
  FROM dead_letter WHERE source = $1 AND ($2::text IS NULL OR stream_id = $2) AND is_foreign = $3`;

const IN_LOG = `SELECT one.n::int AS n FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS one (stream_id, version, occurred_on, n)
  LEFT JOIN events AS e USING (stream_id, version)
  WHERE e.occurred_on = (one.occurred_on || 'Z')::timestamptz OR is_archived(one.stream_id, one.version)`;

/** Dead letters about a service that its log does not have: the events were lost, and nobody handles them by themselves. */
export async function setLostAside(reader: ClientBase, log: ClientBase, service: string): Promise<void> {
  const { letters, known } = await lettersOf(reader, log, [service, null, false]);
  await mark(
    reader,
    service,
    true,
    letters.filter((one) => !known.has(one)),
  );
}

/** Messages of a stream that consumers took for another history, and that its log has: they are handled then, and are of the history that was heard when they come again. */
export async function accept(
  reader: ClientBase,
  log: ClientBase,
  service: string,
  streamId: string,
): Promise<void> {
  const { letters, known } = await lettersOf(reader, log, [service, streamId, true]);
  const accepted = letters.filter((one) => known.has(one));
  await mark(reader, service, false, accepted);
  for (const { consumer, occurredOn } of accepted)
    await reader.query(
      `UPDATE checkpoint SET heard_on = greatest(heard_on, $4 COLLATE "C")
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND heard = version`,
      [consumer, service, streamId, occurredOn],
    );
}

async function lettersOf(reader: ClientBase, log: ClientBase, which: readonly unknown[]) {
  const { rows: letters } = await reader.query<Letter>(LETTERS, [...which]);
  const { rows } = await log.query<{ n: number }>(IN_LOG, [
    letters.map(({ streamId }) => streamId),
    letters.map(({ version }) => version),
    letters.map(({ occurredOn }) => occurredOn),
  ]);
  return { letters, known: new Set(rows.map(({ n }) => letters[n - 1])) };
}

async function mark(
  reader: ClientBase,
  service: string,
  isForeign: boolean,
  letters: readonly Letter[],
): Promise<void> {
  for (const { consumer, streamId, version } of letters)
    await reader.query(
      `UPDATE dead_letter SET is_foreign = $5
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND version = $4 AND is_foreign <> $5`,
      [consumer, service, streamId, version, isForeign],
    );
}
