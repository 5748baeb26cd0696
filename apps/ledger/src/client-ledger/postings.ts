import type { Recorded, Sql } from '@corridor/event-store';
import type { ClientLedgerEvent, Posting } from './client-ledger.js';

/**
 * Double entry: every posted transfer as rows that add up to zero per currency, which the database checks at the
 * end of the statement; so all rows of a transfer are one statement. The system has an internal account per kind and
 * currency, opened when it is first used, and no balance to update: two clients' transfers never wait for each other.
 */
export async function projectPostings(
  sql: Sql,
  { event, streamId, occurredOn }: Recorded<ClientLedgerEvent>,
): Promise<void> {
  if (event.type === 'wallet_opened')
    await sql.query(`INSERT INTO account (id, kind, ccy_code, client_id) VALUES ($1, 'wallet', $2, $3)`, [
      event.walletId,
      event.ccyCode,
      streamId,
    ]);
  if (event.type !== 'transfer_posted') return;
  const { transferId, action, postings } = event;
  await sql.query(
    `WITH entry AS (
       SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::bigint[]) AS e (account_id, kind, ccy_code, amount_minor)
     ), internal AS (
       INSERT INTO account (id, kind, ccy_code)
       SELECT DISTINCT account_id, kind, ccy_code FROM entry WHERE kind <> 'wallet' ORDER BY account_id
       ON CONFLICT (id) DO NOTHING
     ), posted AS (
       INSERT INTO transfer (id, client_id, action, posted_on) VALUES ($1, $2, $3, $4)
     )
     INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor)
     SELECT $1, account_id, ccy_code, amount_minor FROM entry`,
    [
      transferId,
      streamId,
      action,
      occurredOn,
      postings.map(accountId),
      postings.map(({ account }) => account),
      postings.map(({ amount }) => amount.ccyCode),
      postings.map(({ amount }) => amount.minor),
    ],
  );
}

/** A wallet's account has the wallet's id; an internal account is named like `settlement:GBP`. */
const accountId = ({ account, walletId, amount }: Posting) => walletId ?? `${account}:${amount.ccyCode}`;
