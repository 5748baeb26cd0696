import { Database, type Projection } from '@corridor/event-store';
import { type CalendarDate, type Caller, Clock, dateOf, todayOf } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { Event } from './hedge.js';
import type { Sums } from './limits.js';

/** What somebody has bought and sold on a day (UTC) without a second person: hedges recorded, and hedges cancelled. */
export interface EnteredAlone {
  readonly day: CalendarDate;
  readonly bought: Sums;
  readonly sold: Sums;
}

const idOf = ({ user }: Caller): string => user?.id ?? '';

/** Before {@link openHedges}, whose row has the amounts of what is cancelled. */
export const hedgedAlone: Projection<Event> = (sql, recorded) => {
  for (const { streamId, event, caller, occurredOn } of recorded) {
    if (caller.approved) continue;
    const by = [idOf(caller), dateOf(occurredOn), streamId];
    if (event.type === 'cancelled') {
      sql.write(INSERT_CANCELLED, by);
      continue;
    }
    const { buyAmount: bought, sellAmount: sold } = event;
    sql.write(INSERT, [...by, bought.ccyCode, String(bought.minor), sold.ccyCode, String(sold.minor)]);
  }
};

const INSERT = 'INSERT INTO hedged_alone VALUES ($1, $2, $3, false, $4, $5, $6, $7)';
const INSERT_CANCELLED = `INSERT INTO hedged_alone
  SELECT $1, $2, $3, true, buy_ccy_code, buy_minor, sell_ccy_code, sell_minor FROM open_trade WHERE id = $3`;

/** Reads what counts for the limit of a member of staff. */
@Injectable()
export class HedgesOfDay {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** What somebody enters is decided one after the other: together it stays within the limit. */
  during<T>(caller: Caller, enter: (before: EnteredAlone) => Promise<T>): Promise<T> {
    const [id, day] = [idOf(caller), todayOf(this.clock)];
    return this.database.exclusively(`hedges of ${id}`, async (sql) => {
      const rows = await sql.query<{ isBought: boolean; ccyCode: string; minor: string }>(
        `SELECT is_bought AS "isBought", ccy_code AS "ccyCode", sum(minor)::text AS minor FROM hedged_alone, LATERAL
          (VALUES (true, buy_ccy_code, buy_minor), (false, sell_ccy_code, sell_minor)) AS leg (is_bought, ccy_code, minor)
         WHERE user_id = $1 AND day = $2 GROUP BY 1, 2`,
        [id, day],
      );
      const sums = (isBought: boolean): Sums =>
        Object.fromEntries(
          rows
            .filter((row) => row.isBought === isBought)
            .map(({ ccyCode, minor }) => [ccyCode, BigInt(minor)]),
        );
      return enter({ day, bought: sums(true), sold: sums(false) });
    });
  }
}
