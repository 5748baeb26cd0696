import type { WalletResource } from '@corridor/ledger-contract';
import type { ReadModel, Recorded, Sql } from '@corridor/event-store';
import { type Money, toResource, zero } from '@corridor/kernel';
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
    case 'funds_announced':
    case 'funds_cleared':
      return { ...before, pendingBalance: toResource(event.pending) };
    case 'favourite_set':
      return { ...before, isFavourite: event.isFavourite };
  }
}

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

/** The stream's lock excludes every other writer of these rows. */
export async function projectWallet(sql: Sql, recorded: Recorded<ClientLedgerEvent>): Promise<void> {
  const { event } = recorded;
  if (!('walletId' in event)) return;
  const [found] = await sql.query<{ data: string }>(`SELECT data::text FROM wallet WHERE id = $1`, [
    event.walletId,
  ]);
  const row = walletAfter(found ? (JSON.parse(found.data) as WalletResource) : null, { ...recorded, event });
  const balance: Money | null = event.type === 'wallet_moved' ? event.balance : null;
  await sql.query(
    `INSERT INTO wallet (id, client_id, created_on, data, ccy_code, balance_minor) VALUES ($1, $2, $3, $4, $5, 0)
     ON CONFLICT (id) DO UPDATE SET data = excluded.data, balance_minor = coalesce($6, wallet.balance_minor)`,
    [row.id, row.client.id, recorded.occurredOn, JSON.stringify(row), row.ccyCode, balance?.minor ?? null],
  );
}
