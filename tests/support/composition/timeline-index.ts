import { readFileSync } from 'node:fs';
import type { Databases, Rows } from './databases.js';

/** The statements of docs/operations.md that empty the index, to fill it again. */
export function emptyIndex(): string {
  const found = /```sql\s+(TRUNCATE timeline_event[^`]+)```/.exec(readFileSync('docs/operations.md', 'utf8'));
  if (!found?.[1]) throw new Error('docs/operations.md does not say how to empty the index of timelines');
  return found[1];
}

/** What the index behind the timelines lacks, or has twice, once it is up to date. Each entry must be empty. */
export async function violationsInIndex(databases: Databases): Promise<Record<string, Rows>> {
  const published = await databases.everywhere(
    `SELECT message ->> 'id' AS id, message_type AS type FROM events
     WHERE seq IS NOT NULL
       AND message_type NOT IN ('conversions.rates_published', 'corridor.clock_turn', 'payments.statement_reported')`,
  );
  const indexed = await databases.query(
    'gateway',
    'SELECT source AS service, message_id AS id, type FROM timeline_event',
  );
  const keyOf = ({ service, id }: Rows[number]) => `${service} ${id}`;
  const missing = new Map(published.map((one) => [keyOf(one), one]));
  const unknown = indexed.filter((one) => !missing.delete(keyOf(one)));
  const rules: Record<string, Rows> = {
    'a message is in the index': [...missing.values()],
    'what is in the index was published, and is there once': unknown,
    'an event is found by its records, its request and its trace': await databases.query(
      'gateway',
      `SELECT source, message_id, wanted FROM timeline_event AS e
       CROSS JOIN LATERAL unnest(e.record_ids || e.stream_id || e.trace_id) AS wanted
       WHERE wanted <> '' AND NOT EXISTS (SELECT FROM timeline_reference AS r
         WHERE r.reference = wanted AND r.occurred_on = e.occurred_on AND r.seq = e.seq AND r.client_id = e.client_id)`,
    ),
    'a reference leads to an event': await databases.query(
      'gateway',
      `SELECT reference, seq FROM timeline_reference AS r WHERE NOT EXISTS (SELECT FROM timeline_event AS e WHERE e.seq = r.seq)`,
    ),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, rows]) => rows.length > 0));
}

/** A checksum of what the index says, whenever and in which order it was written. */
export async function sumOfIndex(databases: Databases): Promise<unknown> {
  const sum = (rows: string) =>
    databases.query(
      'gateway',
      `SELECT count(*), md5(string_agg(line, '' ORDER BY line)) FROM (${rows}) AS rows`,
    );
  return Promise.all([
    sum(`SELECT (to_jsonb(e) - 'seq')::text AS line FROM timeline_event AS e`),
    sum(`SELECT e.source || e.message_id || r.reference || r.occurred_on || r.client_id AS line
         FROM timeline_reference AS r JOIN timeline_event AS e USING (seq)`),
  ]);
}
