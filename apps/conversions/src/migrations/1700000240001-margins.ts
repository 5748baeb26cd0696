import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = { name: 'name' };

/** Margin plans, and who has which. */
export const Margins1700000240001 = migrationOf(
  'Margins1700000240001',
  [
    ...createReadModel('margin_plan'),
    searchColumns('margin_plan', fields),
    ...orderIndex('margin_plan', 'margin_plan_newest', NEWEST_FIRST, Object.keys(fields)),
    ...valueIndexes('margin_plan', NEWEST_FIRST, Object.keys(fields)),
    ...writtenColumns('margin_plan', fields),
    ...createReadModel('client_margin_plan'),
    // The blotter shows them.
    `CREATE OR REPLACE VIEW dealing_blotter AS
     SELECT id, 'operator'::text AS client_id, client_id AS of_client, status, buy_ccy_code, sell_ccy_code, value_date,
       created_on, (
         SELECT json_build_object(
           'id', id, 'status', status, 'reference', data -> 'reference', 'client', data -> 'client',
           'sellAmount', data -> 'sellAmount', 'buyAmount', data -> 'buyAmount', 'ccyPair', data -> 'ccyPair',
           'rate', data -> 'rate',
           'market', CASE WHEN mid IS NOT NULL THEN json_build_object('bid', bid, 'mid', mid, 'ask', ask) END,
           'marginPercent', trim_scale(round(abs((data ->> 'rate')::numeric - mid) * 100 / nullif(mid, 0), 6)),
           'margin', margin, 'valueDate', value_date, 'tradedOn', created_on,
           'linkedPaymentInstructionId', data -> 'linkedPaymentInstructionId'
         )
         FROM (SELECT) AS always LEFT JOIN (
           SELECT margin, (quote ->> 'bid')::numeric AS bid, (quote ->> 'mid')::numeric AS mid, (quote ->> 'ask')::numeric AS ask
           FROM (SELECT events.data -> 'quote' AS quote, events.data -> 'margin' AS margin FROM events WHERE stream_id = conversion.id AND type = 'booked') AS booked
         ) AS market ON true
       ) AS data
     FROM conversion`,
  ],
  'margin plans are kept here',
);
