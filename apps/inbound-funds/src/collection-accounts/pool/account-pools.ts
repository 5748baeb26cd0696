import type { PoolAccountResource } from '@corridor/inbound-funds-contract';
import type { Database, EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, asSystem } from '@corridor/kernel';
import { CollectionAccountSource } from '../collection-account-source.js';
import { type OpenedWallet, collectionAccounts } from '../collection-accounts.js';
import type { Route } from '../routes.js';
import { lockedAccounts } from './closed-clients.js';
import { accountRequest, accountRequestIdOf, fulfil, request } from './account-request.js';
import { EVERY_CURRENCY, allocate, poolAccount } from './pool-account.js';
import { routesOf } from './pool-routes.js';

/**
 * Virtual accounts that staff have imported from a file of the bank. A wallet gets one of its currency, and shares one for every
 * currency with the other wallets of its client: of each pool that has any. If one of these pools has none that is free, or there is
 * no such pool, the wallet waits. If a provider is asked, what it gives for a wallet is all that the wallet needs.
 */
export class AccountPools extends CollectionAccountSource {
  override readonly isSimulated = false;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly isOfProvider = false,
  ) {
    super();
  }

  override async accountsFor(wallet: OpenedWallet, client: Caller): Promise<readonly Route[] | null> {
    const caller = asSystem(client, OPERATOR);
    // Two wallets of a client share the account for every currency: only one of them takes it.
    if ((await lockedAccounts(this.database, wallet.client.id)).isClosed) return [];
    const { accounts: shown } = await this.store.state(collectionAccounts, wallet.walletId);
    const hasAll = shown.length > 0 && shown.every(({ retiredOn }) => retiredOn === null);
    if (hasAll) return [];
    const accounts: PoolAccountResource[] = [];
    const pools = this.isOfProvider
      ? [wallet.ccyCode, EVERY_CURRENCY]
      : await this.poolsFor(wallet, shown.length > 0);
    for (const pool of pools) {
      const held = await this.held(pool, wallet);
      const account = this.isOfProvider ? held : (held ?? (await this.take(pool, wallet, caller)));
      if (account) accounts.push(account);
    }
    const isComplete = accounts.length > 0 && (this.isOfProvider || accounts.length === pools.length);
    await this.store.handle(
      accountRequest,
      accountRequestIdOf(wallet.walletId),
      (state) => (isComplete ? fulfil(state) : request(state, wallet)),
      { caller },
    );
    return isComplete ? accounts.flatMap(routesOf) : null;
  }

  /** That of the currency first. @param hasShown then also those from which its retired accounts are, even if nothing is left in them */
  private async poolsFor({ ccyCode, walletId, client }: OpenedWallet, hasShown: boolean): Promise<string[]> {
    const rows = await this.database.query<{ pool: string }>(
      `SELECT pool FROM unnest($1::text[]) WITH ORDINALITY AS pools (pool, place)
       WHERE EXISTS (SELECT FROM pool_account WHERE client_id = $2
         AND ccy_code IS NOT DISTINCT FROM NULLIF(pool, '${EVERY_CURRENCY}')
         AND (status <> 'RETIRED' OR ($3 AND of_client = $4 AND coalesce(wallet_id, $5) = $5)))
       ORDER BY place`,
      [[ccyCode, EVERY_CURRENCY], OPERATOR.id, hasShown, client.id, walletId],
    );
    return rows.map(({ pool }) => pool);
  }

  /** What the wallet or, of the accounts for every currency, its client has already. */
  private async held(
    pool: string,
    { walletId, client }: OpenedWallet,
  ): Promise<PoolAccountResource | undefined> {
    const isShared = pool === EVERY_CURRENCY;
    const [row] = await this.database.query<{ data: PoolAccountResource }>(
      `SELECT data FROM pool_account WHERE client_id = $1 AND of_client = $2 AND status = 'ALLOCATED'
       AND wallet_id IS NOT DISTINCT FROM $3`,
      [OPERATOR.id, client.id, isShared ? null : walletId],
    );
    return row?.data;
  }

  /** The oldest one that nobody else is taking or retiring at this moment. */
  private async take(
    pool: string,
    { walletId, client }: OpenedWallet,
    caller: Caller,
  ): Promise<PoolAccountResource | undefined> {
    const [taken] = await this.database.query<{ id: string }>(
      `DELETE FROM free_account WHERE account_id = (
         SELECT account_id FROM free_account JOIN streams ON stream_id = account_id
         WHERE pool = $1 ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING account_id AS id`,
      [pool],
    );
    if (!taken) return undefined;
    const holder = { client, walletId: pool === EVERY_CURRENCY ? null : walletId };
    const { body } = await this.store.handle(poolAccount, taken.id, (state) => allocate(state, holder), {
      caller,
    });
    return (JSON.parse(body) as { data: PoolAccountResource }).data;
  }
}
