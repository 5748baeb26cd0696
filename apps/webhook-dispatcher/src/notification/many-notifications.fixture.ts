import type { OpenDatabase } from '@corridor/platform';
import { manyRows } from '@corridor/testing/service';

/** Searches for what has a column read no record. */
const record = { id: '@id@' };

/** The subscription that has nearly all of them, and one that has a twentieth. */
export const MAIN = 'whs_01K00000000000000000000000';
export const OTHER = 'whs_01K00000000000000000000001';

/** Delivered notifications of a year, one after the other, four about each payment; pings are rare. */
export async function manyNotifications(
  db: Pick<OpenDatabase, 'pool'>,
  client: string,
  count: number,
): Promise<void> {
  // A database that is thrown away needs no log. `manyRows` writes a record that the table does not have.
  await db.pool.query('ALTER TABLE webhook_notification ADD data json, SET UNLOGGED');
  await manyRows(
    db,
    'webhook_notification',
    count,
    record,
    {
      id: `'whn_01K' || lpad(n::text, 23, '0')`,
      client: `'${client}'`,
      subscription: `CASE n % 20 WHEN 1 THEN '${OTHER}' ELSE '${MAIN}' END`,
      type: `CASE WHEN n % 50000 < 20 THEN 'ping' ELSE (ARRAY['payment.sent', 'payment.failed', 'conversion.booked'])[1 + n / 20 % 3] END`,
      entity: `'pmt_01K' || lpad((n / 4)::text, 23, '0')`,
      made: `to_char(timestamp '2025-12-01' + n * interval '${30_000_000 / count} seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
    },
    {
      id: 'id',
      client_id: 'client',
      created_on: 'made',
      subscription_id: 'subscription',
      event_type: 'type',
      payload: `'{}'::json`,
      related_id: 'entity',
      related_type: `'Payment'`,
      sequence: 'n',
      traceparent: `''`,
    },
  );
  await db.pool.query(
    `INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, attempts, sent_on)
     SELECT id, subscription_id, '', '', 1, created_on FROM webhook_notification`,
  );
  await db.pool.query('VACUUM (ANALYZE) delivery');
}
