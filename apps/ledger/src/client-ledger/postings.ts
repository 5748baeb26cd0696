import type { Projection, Recorded } from '@corridor/event-store';
import type { ClientLedgerEvent, Posting } from './client-ledger.js';

/**
 * Double entry: every posted transfer as rows that add up to zero per currency, which the database checks at the
 * end of the statement; so all rows of a transfer are one statement. The system has an internal account per kind and
 * currency, and for client money per bank account, opened when it is first used, and no balance to update: two clients' transfers never wait for each other.
 * A transfer that is excluded has a row without postings: its id is taken. What was declined is not posted when its request comes again.
 */
export const projectPostings: Projection<ClientLedgerEvent> = (sql, recorded) => {
  const opened = recorded.filter(isOf('wallet_opened'));
  if (opened.length > 0)
    sql.write(
      `INSERT INTO account (id, kind, ccy_code, client_id)
       SELECT id, 'wallet', ccy_code, client_id FROM unnest($1::text[], $2::text[], $3::text[]) AS made (id, ccy_code, client_id)`,
      [
        opened.map(({ event }) => event.walletId),
        opened.map(({ event }) => event.ccyCode),
        opened.map(({ streamId }) => streamId),
      ],
    );
  const posted = recorded.filter(isOf('transfer_posted'));
  if (posted.length === 0) return;
  const excluded = posted.filter(({ event }) => event.excludes !== undefined);
  const ids = [
    ...posted.map(({ event }) => event.transferId),
    ...excluded.map(({ event }) => event.excludes),
  ];
  const made = [...posted, ...excluded];
  const entries = posted.flatMap(({ event }) =>
    event.postings.map((posting) => ({ transferId: event.transferId, posting })),
  );
  sql.write(
    `WITH entry AS (
       SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
         AS e (transfer_id, account_id, kind, ccy_code, amount_minor)
     ), internal AS (
       INSERT INTO account (id, kind, ccy_code)
       SELECT DISTINCT account_id, kind, ccy_code FROM entry WHERE kind <> 'wallet' ORDER BY account_id
       ON CONFLICT (id) DO NOTHING
     ), posted AS (
       INSERT INTO transfer (id, client_id, action, posted_on, bank_reference)
       SELECT one.* FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $10::text[]) AS one
         CROSS JOIN refuse_declined($11)
     )
     INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor)
     SELECT transfer_id, account_id, ccy_code, amount_minor FROM entry`,
    [
      ids,
      made.map(({ streamId }) => streamId),
      made.map(({ event }) => event.action),
      made.map(({ occurredOn }) => occurredOn),
      entries.map(({ transferId }) => transferId),
      entries.map(({ posting }) => accountId(posting)),
      entries.map(({ posting }) => posting.account),
      entries.map(({ posting }) => posting.amount.ccyCode),
      entries.map(({ posting }) => posting.amount.minor),
      made.map(({ event: { relatedEntity } }) =>
        relatedEntity.type === 'BANK_CREDIT' ? relatedEntity.reference : null,
      ),
      posted.flatMap(({ caller }) => caller.causationId ?? []),
    ],
  );
};

const isOf =
  <Type extends ClientLedgerEvent['type']>(type: Type) =>
  (one: Recorded<ClientLedgerEvent>): one is Recorded<Extract<ClientLedgerEvent, { type: Type }>> =>
    one.event.type === type;

/** A wallet's account has the wallet's id; an internal account is named like `fees:GBP` or `settlement:GBP:GB33…`. */
const accountId = ({ account, walletId, amount, bankAccount }: Posting) =>
  walletId ?? [account, amount.ccyCode, bankAccount].filter(Boolean).join(':');
