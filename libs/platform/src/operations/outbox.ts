import type { Database } from '@corridor/event-store';
import { timestamp } from '@corridor/kernel';
import type { OutboxMessageResource } from '@corridor/services';

/** Of the list. */
const MOST_LISTED = 100;

/** The messages that are committed and not published yet, the oldest first. */
export async function outboxOf(database: Pick<Database, 'query'>): Promise<OutboxMessageResource[]> {
  const rows = await database.query<Omit<OutboxMessageResource, 'occurredOn'> & { occurredOn: Date }>(
    `SELECT stream_id AS "streamId", version, message_type AS type, occurred_on AS "occurredOn"
     FROM events WHERE seq IS NULL AND message IS NOT NULL ORDER BY position LIMIT ${MOST_LISTED}`,
  );
  return rows.map((row) => ({ ...row, occurredOn: timestamp(row.occurredOn) }));
}
