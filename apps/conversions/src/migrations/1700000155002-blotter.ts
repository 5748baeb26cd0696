import { migrationOf } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const SEARCHED = 'client_id, status, buy_ccy_code, sell_ccy_code, value_date';

/**
 * All conversions as one collection, which belongs to staff: a view, so that a booking writes nothing for it. What the market was
 * is read from the event of the booking, for the conversions of a page only.
 */
export const Blotter1700000155002 = migrationOf(
  'Blotter1700000155002',
  [
    `CREATE INDEX conversion_of_all ON conversion (${NEWEST_FIRST}) INCLUDE (${SEARCHED})`,
    `CREATE INDEX conversion_of_all_booked ON conversion (${NEWEST_FIRST}) INCLUDE (${SEARCHED}) WHERE status = 'BOOKED'`,
    `CREATE INDEX conversion_of_all_by_value_date ON conversion (value_date, ${NEWEST_FIRST}) INCLUDE (status, client_id)`,
    `CREATE VIEW dealing_blotter AS
     SELECT id, 'operator'::text AS client_id, client_id AS of_client, status, buy_ccy_code, sell_ccy_code, value_date,
       created_on, (
         SELECT json_build_object(
           'id', id, 'status', status, 'reference', data -> 'reference', 'client', data -> 'client',
           'sellAmount', data -> 'sellAmount', 'buyAmount', data -> 'buyAmount', 'ccyPair', data -> 'ccyPair',
           'rate', data -> 'rate',
           'market', CASE WHEN mid IS NOT NULL THEN json_build_object('bid', bid, 'mid', mid, 'ask', ask) END,
           'marginPercent', trim_scale(round(abs((data ->> 'rate')::numeric - mid) * 100 / nullif(mid, 0), 6)),
           'valueDate', value_date, 'tradedOn', created_on,
           'linkedPaymentInstructionId', data -> 'linkedPaymentInstructionId'
         )
         FROM (SELECT) AS always LEFT JOIN (
           SELECT (quote ->> 'bid')::numeric AS bid, (quote ->> 'mid')::numeric AS mid, (quote ->> 'ask')::numeric AS ask
           FROM (SELECT events.data -> 'quote' AS quote FROM events WHERE stream_id = conversion.id AND type = 'booked') AS booked
         ) AS market ON true
       ) AS data
     FROM conversion`,
  ],
  'dealers search it',
);
