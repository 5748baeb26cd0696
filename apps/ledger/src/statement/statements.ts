import { Database } from '@corridor/event-store';
import {
  type CalendarDate,
  type Money,
  addDays,
  fromResource,
  refuse,
  startOf,
  zero,
} from '@corridor/kernel';
import type { TransactionResource, WalletResource } from '@corridor/ledger-contract';
import { Injectable } from '@nestjs/common';

/** Both days are included (UTC). */
export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export type StatedWallet = Pick<WalletResource, 'id' | 'client' | 'ccyCode'>;

const PAGE = 1_000;
/** Of the places in the order, which are 32-bit integers. */
const LOWEST = -(2 ** 31);

/** What precedes: no COMPLETED transaction ever gets an earlier place in the order, so a period that has begun has one opening balance. */
const LAST_BEFORE = `SELECT data FROM transaction
  WHERE client_id = $1 AND wallet_id = $2 AND status = 'COMPLETED' AND sort_date < $3
  ORDER BY sort_date DESC, sort_priority DESC LIMIT 1`;

const NEXT = `SELECT data FROM transaction
  WHERE client_id = $1 AND wallet_id = $2 AND status = 'COMPLETED' AND (sort_date, sort_priority) > ($3, $4) AND sort_date < $5
  ORDER BY sort_date, sort_priority LIMIT ${PAGE}`;

/** What the wallets of clients have, and what moved in them, in the order of the ledger. */
@Injectable()
export class Statements {
  constructor(private readonly database: Database) {}

  /** @param clientId null for that of any client @throws Refusal not_found */
  async wallet(clientId: string | null, idOrCcyCode: string): Promise<StatedWallet> {
    const [row] = await this.database.query<{ data: WalletResource }>(
      clientId === null
        ? 'SELECT data FROM wallet WHERE id = $1'
        : 'SELECT data FROM wallet WHERE (id = $1 OR ccy_code = $1) AND client_id = $2',
      clientId === null ? [idOrCcyCode] : [idOrCcyCode, clientId],
    );
    if (!row) throw refuse('not_found');
    const { id, client, ccyCode } = row.data;
    return { id, client, ccyCode };
  }

  async openingBalance({ id, client, ccyCode }: StatedWallet, { from }: Period): Promise<Money> {
    const [last] = await this.database.query<{ data: TransactionResource }>(LAST_BEFORE, [
      client.id,
      id,
      startOf(from),
    ]);
    return last ? fromResource(last.data.balance) : zero(ccyCode);
  }

  /** Page by page, oldest first. */
  async *transactions(
    { id, client }: StatedWallet,
    { from, to }: Period,
  ): AsyncGenerator<TransactionResource[]> {
    const end = startOf(addDays(to, 1));
    let after: readonly [sortDate: string, sortPriority: number] = [startOf(from), LOWEST];
    for (;;) {
      const rows = await this.database.query<{ data: TransactionResource }>(NEXT, [
        client.id,
        id,
        ...after,
        end,
      ]);
      const page = rows.map(({ data }) => data);
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = [last.sortDate, last.sortPriority];
    }
  }
}
