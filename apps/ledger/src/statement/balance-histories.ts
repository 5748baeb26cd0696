import { Database } from '@corridor/event-store';
import { type CalendarDate, addDays, dateOf, startOf, toResource, zero } from '@corridor/kernel';
import type { BalanceHistoryResource } from '@corridor/ledger-contract';
import { Injectable } from '@nestjs/common';
import type { Period } from './statements.js';

type Balance = BalanceHistoryResource['wallets'][number]['openingBalance'];

interface Row {
  readonly id: string;
  readonly ccyCode: string;
  /** Null for a wallet in which nothing has moved. */
  readonly movedOn: string | null;
  readonly balance: Balance | null;
}

const lastBefore = (wallet: string, moment: string) => `SELECT sort_date, data -> 'balance' AS balance
  FROM transaction
  WHERE client_id = $1 AND wallet_id = ${wallet} AND status = 'COMPLETED' AND sort_date < ${moment}
  ORDER BY sort_date DESC, sort_priority DESC LIMIT 1`;

/** From the last movement of a day to the last one of a day before, until one before the period: whatever moved between is not read. */
const LAST_OF_DAYS = `WITH RECURSIVE last AS (
    SELECT wallet.id, wallet.ccy_code, moved.* FROM wallet
      LEFT JOIN LATERAL (${lastBefore('wallet.id', '$3')}) moved ON true
      WHERE wallet.client_id = $1
    UNION ALL
    SELECT last.id, last.ccy_code, moved.* FROM last
      CROSS JOIN LATERAL (${lastBefore('last.id', 'left(last.sort_date, 10)')}) moved
      WHERE last.sort_date >= $2
  )
  SELECT id, ccy_code AS "ccyCode", sort_date AS "movedOn", balance FROM last ORDER BY ccy_code, sort_date`;

/** The balances of the wallets of a client, day by day, as statements have them. */
@Injectable()
export class BalanceHistories {
  constructor(private readonly database: Database) {}

  async of(clientId: string, { from, to }: Period): Promise<BalanceHistoryResource> {
    const rows = await this.database.query<Row>(LAST_OF_DAYS, [
      clientId,
      startOf(from),
      startOf(addDays(to, 1)),
    ]);
    const byWallet = Map.groupBy(rows, ({ id }) => id);
    return { from, to, wallets: [...byWallet.values()].map((own) => historyIn(own, from)) };
  }
}

/** @param rows of one wallet, oldest first */
function historyIn(rows: readonly Row[], from: CalendarDate): BalanceHistoryResource['wallets'][number] {
  const [{ id, ccyCode }] = rows as [Row];
  let openingBalance = toResource(zero(ccyCode));
  const changes: { date: CalendarDate; balance: Balance }[] = [];
  for (const { movedOn, balance } of rows) {
    if (movedOn === null || balance === null) continue;
    const date = dateOf(movedOn);
    if (date < from) openingBalance = balance;
    else changes.push({ date, balance });
  }
  return { id, ccyCode, openingBalance, changes };
}
