import { migrationOf } from '@corridor/event-store';

/** What each row of a transition table is for the position: a leg per currency, with the sign of the change. */
const legsOf = (rows: string, sign: string) =>
  `SELECT ccy_code, value_date, ${sign} * minor AS minor, ${sign} * sold AS sold, is_hedge FROM ${rows}, LATERAL (VALUES
     (sell_ccy_code, CASE WHEN is_hedge THEN -sell_minor ELSE sell_minor END, CASE WHEN is_hedge THEN 0 ELSE sell_minor END),
     (buy_ccy_code, CASE WHEN is_hedge THEN buy_minor ELSE -buy_minor END, 0)
   ) AS leg (ccy_code, minor, sold)`;

/** Open conversions change: their value date, and their amounts when a part is drawn down. The position follows. */
export const MovedTrades1700000230003 = migrationOf(
  'MovedTrades1700000230003',
  [
    `CREATE FUNCTION open_trade_noted_update() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE noted bigint;
     BEGIN
       INSERT INTO dealing_position_change (ccy_code, value_date, clients_minor, hedges_minor, sold_minor)
         SELECT ccy_code, value_date, sum(CASE WHEN is_hedge THEN 0 ELSE minor END),
           sum(CASE WHEN is_hedge THEN minor ELSE 0 END), sum(sold)
         FROM (${legsOf('before', '-1')} UNION ALL ${legsOf('after', '1')}) AS leg
         GROUP BY ccy_code, value_date HAVING sum(minor) <> 0 OR sum(sold) <> 0;
       GET DIAGNOSTICS noted = ROW_COUNT;
       IF random() * 500 < noted THEN PERFORM dealing_position_sum(); END IF;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER open_trade_noted_update AFTER UPDATE ON open_trade
     REFERENCING OLD TABLE AS before NEW TABLE AS after
     FOR EACH STATEMENT EXECUTE FUNCTION open_trade_noted_update()`,
  ],
  'open trades have changed',
);
