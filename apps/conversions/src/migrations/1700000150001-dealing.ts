import { createReadModel, migrationOf } from '@corridor/event-store';
import { currencies } from '@corridor/kernel';

const DECIMALS = [...currencies.values()].map(({ code, decimalPlaces }) => `('${code}', ${decimalPlaces})`);

/** Minor units of an amount of a conversion. */
const minorOf = (amount: string, places: string) =>
  `trunc((data #>> '{${amount},value}')::numeric * power(10::numeric, ${places}.places))`;

/**
 * Limits, the funds of clients, and the open trades with their sums. A transaction only notes what it changes of the sums,
 * which locks nothing; every now and then one adds what all have noted (as for the counters of searches).
 */
export const Dealing1700000150001 = migrationOf(
  'Dealing1700000150001',
  [
    ...createReadModel('dealing_limits'),
    `CREATE TABLE funds (
       client_id     text NOT NULL,
       ccy_code      text NOT NULL,
       balance_minor numeric NOT NULL,
       sort_priority integer NOT NULL,
       PRIMARY KEY (client_id, ccy_code)
     ) WITH (fillfactor = 50)`,
    `CREATE TABLE open_trade (
       id            text PRIMARY KEY,
       client_id     text NOT NULL,
       is_hedge      boolean NOT NULL DEFAULT false,
       value_date    text NOT NULL,
       sell_ccy_code text NOT NULL,
       sell_minor    numeric NOT NULL,
       buy_ccy_code  text NOT NULL,
       buy_minor     numeric NOT NULL,
       deposit_minor numeric NOT NULL DEFAULT 0,
       covered_minor numeric NOT NULL DEFAULT 0
     )`,
    `CREATE INDEX open_trade_of_client ON open_trade (client_id) INCLUDE (sell_ccy_code, sell_minor, covered_minor)`,

    `CREATE TABLE dealing_position_change (
       ccy_code      text NOT NULL,
       value_date    text NOT NULL,
       clients_minor numeric NOT NULL,
       hedges_minor  numeric NOT NULL,
       sold_minor    numeric NOT NULL
     )`,
    `CREATE TABLE dealing_position_cell (
       LIKE dealing_position_change,
       PRIMARY KEY (ccy_code, value_date)
     ) WITH (fillfactor = 50)`,
    `CREATE VIEW dealing_position AS
     SELECT ccy_code, value_date, sum(clients_minor) AS clients_minor, sum(hedges_minor) AS hedges_minor,
       sum(sold_minor) AS sold_minor
     FROM (SELECT * FROM dealing_position_cell UNION ALL SELECT * FROM dealing_position_change) AS one
     GROUP BY ccy_code, value_date`,
    `CREATE FUNCTION dealing_position_sum() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
       IF pg_try_advisory_xact_lock(hashtextextended('dealing_position_change', 0)) THEN
         WITH changes AS (DELETE FROM dealing_position_change RETURNING *)
         INSERT INTO dealing_position_cell AS one
           SELECT ccy_code, value_date, sum(clients_minor), sum(hedges_minor), sum(sold_minor) FROM changes
           GROUP BY ccy_code, value_date
         ON CONFLICT (ccy_code, value_date) DO UPDATE SET
           clients_minor = one.clients_minor + excluded.clients_minor,
           hedges_minor = one.hedges_minor + excluded.hedges_minor,
           sold_minor = one.sold_minor + excluded.sold_minor;
       END IF;
     END $$`,
    // What a client sells is ours; what it buys is what we have to deliver. Of a hedge it is the other way round.
    ...(['INSERT', 'DELETE'] as const).flatMap((operation) => {
      const [rows, sign] = operation === 'INSERT' ? ['NEW TABLE AS rows', '1'] : ['OLD TABLE AS rows', '-1'];
      const name = `open_trade_noted_${operation.toLowerCase()}`;
      return [
        `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
         DECLARE noted bigint;
         BEGIN
           INSERT INTO dealing_position_change
             SELECT ccy_code, value_date, sum(clients), sum(hedges), sum(sold) FROM rows, LATERAL (VALUES
               (sell_ccy_code, CASE WHEN is_hedge THEN 0 ELSE sell_minor END, CASE WHEN is_hedge THEN -sell_minor ELSE 0 END,
                CASE WHEN is_hedge THEN 0 ELSE sell_minor END),
               (buy_ccy_code, CASE WHEN is_hedge THEN 0 ELSE -buy_minor END, CASE WHEN is_hedge THEN buy_minor ELSE 0 END, 0)
             ) AS leg (ccy_code, c, h, s), LATERAL (SELECT ${sign} * c AS clients, ${sign} * h AS hedges, ${sign} * s AS sold) AS signed
             GROUP BY ccy_code, value_date;
           GET DIAGNOSTICS noted = ROW_COUNT;
           IF random() * 500 < noted THEN PERFORM dealing_position_sum(); END IF;
           RETURN NULL;
         END $$`,
        `CREATE TRIGGER ${name} AFTER ${operation} ON open_trade REFERENCING ${rows}
         FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
      ];
    }),

    `INSERT INTO open_trade (id, client_id, value_date, sell_ccy_code, sell_minor, buy_ccy_code, buy_minor,
       deposit_minor, covered_minor)
     SELECT id, client_id, data ->> 'valueDate', sold.code, ${minorOf('sellAmount', 'sold')}, bought.code,
       ${minorOf('buyAmount', 'bought')}, deposit.minor,
       CASE data #>> '{deposit,status}' WHEN 'DEPOSIT_RECEIVED' THEN deposit.minor ELSE 0 END
     FROM conversion
       JOIN (VALUES ${DECIMALS.join(', ')}) AS sold (code, places) ON sold.code = data #>> '{sellAmount,ccyCode}'
       JOIN (VALUES ${DECIMALS.join(', ')}) AS bought (code, places) ON bought.code = data #>> '{buyAmount,ccyCode}',
       LATERAL (SELECT ${minorOf('deposit,amount', 'sold')} AS minor) AS deposit
     WHERE data ->> 'status' = 'BOOKED'`,
  ],
  'open trades are kept here',
);
