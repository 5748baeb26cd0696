import { collectionAccountsOf1, collectionAccountsOf2 } from '@corridor/inbound-funds-contract';
import type { WalletResource } from '@corridor/ledger-contract';
import { type ReadModel, type Projection, type Recorded } from '@corridor/event-store';
import { fromResource, toResource, zero } from '@corridor/kernel';
import { searchables } from '@corridor/search';
import type { ClientLedgerEvent } from '../client-ledger/client-ledger.js';

/** interface-spec 2.3. Search results contain neither the client nor details of collection accounts. */
export const wallets: ReadModel = {
  table: 'wallet',
  searchable: searchables.wallets,
  columns: { id: 'id', ccyCode: 'ccy_code' },
  summary: ({ id, ccyCode, balance, pendingBalance, isFavourite, collectionAccounts }: WalletResource) => ({
    id,
    ccyCode,
    balance,
    pendingBalance,
    isFavourite,
    collectionAccounts: collectionAccounts.map((account) => ({ id: account.id, ccyCode: account.ccyCode })),
  }),
};

/** The wallet after an event that concerns it. */
export function walletAfter(
  before: WalletResource | null,
  { event, caller }: Recorded<WalletEvent>,
): WalletResource {
  if (event.type === 'wallet_opened') return opened(event.walletId, caller.client, event.ccyCode);
  if (!before) throw new Error(`no wallet ${event.walletId}`);
  switch (event.type) {
    case 'wallet_moved':
      return { ...before, balance: toResource(event.balance) };
    case 'collection_accounts_attached':
      return { ...before, collectionAccounts: event.collectionAccounts };
    case 'funding_account_linked':
      return {
        ...before,
        linkedFundingAccounts: [...without(before, event.fundingAccount.id), event.fundingAccount],
      };
    case 'funding_account_unlinked':
      return { ...before, linkedFundingAccounts: without(before, event.linkedFundingAccountId) };
    case 'funds_announced':
    case 'funds_cleared':
      return { ...before, pendingBalance: toResource(event.pending) };
    case 'favourite_set':
      return { ...before, isFavourite: event.isFavourite };
  }
}

const without = ({ linkedFundingAccounts }: WalletResource, accountId: string) =>
  linkedFundingAccounts.filter(({ id }) => id !== accountId);

type WalletEvent = Extract<ClientLedgerEvent, { walletId: string }>;

const opened = (id: string, client: WalletResource['client'], ccyCode: string): WalletResource => ({
  id,
  client,
  ccyCode,
  balance: toResource(zero(ccyCode)),
  pendingBalance: toResource(zero(ccyCode)),
  isFavourite: false,
  collectionAccounts: [],
  linkedFundingAccounts: [],
});

/** During an upgrade, replicas of earlier versions write accounts without the type of their local routing, or their retirement. */
const stored = (row: unknown): WalletResource | null =>
  row === undefined ? null : collectionAccountsOf2(collectionAccountsOf1(row as WalletResource));

/** The streams' locks exclude every other writer of these rows. */
export const projectWallet: Projection<ClientLedgerEvent> = (sql, recorded, before) => {
  const concerning = recorded.flatMap(({ event, ...rest }) =>
    'walletId' in event ? [{ ...rest, event }] : [],
  );
  if (concerning.length === 0) return;
  const after = new Map<string, { row: WalletResource; createdOn: string }>();
  for (const one of concerning) {
    const { walletId } = one.event;
    const known = after.get(walletId);
    const row = walletAfter(known?.row ?? stored(before.get(walletId)), one);
    after.set(walletId, { row, createdOn: known?.createdOn ?? one.occurredOn });
  }
  const rows = [...after.values()];
  sql.write(
    `INSERT INTO wallet (id, client_id, created_on, data, ccy_code, balance_minor)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::text[], $6::bigint[])
     ON CONFLICT (id) DO UPDATE SET data = excluded.data, balance_minor = excluded.balance_minor`,
    [
      rows.map(({ row }) => row.id),
      rows.map(({ row }) => row.client.id),
      rows.map(({ createdOn }) => createdOn),
      rows.map(({ row }) => JSON.stringify(row)),
      rows.map(({ row }) => row.ccyCode),
      rows.map(({ row }) => fromResource(row.balance).minor),
    ],
  );
};
