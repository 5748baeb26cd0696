import { migrationOf } from '@corridor/event-store';

/** The counter of conversions by client, as one of the blotter, which belongs to staff. */
export const CountedBlotter1700000370003 = migrationOf(
  'CountedBlotter1700000370003',
  [
    `CREATE VIEW dealing_blotter_count AS
     SELECT 'operator'::text AS client_id, client_id AS of_client, status, buy_ccy_code, sell_ccy_code, records
     FROM conversion_count`,
  ],
  'dealers search it',
);
