import type { PoolAccountResource } from '@corridor/inbound-funds-contract';
import { type CommandContext, Database, EventStore, type StoredResponse } from '@corridor/event-store';
import { Clock, type Reference, asSystem, nowFor } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { collectionAccounts, retireAccounts } from '../collection-accounts.js';
import { ReceivingAccounts } from '../receiving-accounts.js';
import { WalletAccounts } from '../wallet-accounts.js';
import { lockedAccounts } from './closed-clients.js';
import { poolAccount, retire } from './pool-account.js';
import { routesOf } from './pool-routes.js';

/** Retires virtual accounts, and gives their wallets others. */
@Injectable()
export class Retirements {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly accounts: WalletAccounts,
    private readonly receiving: ReceivingAccounts,
    private readonly clock: Clock,
  ) {}

  /** In one transaction with what the wallets that show the account are told. */
  retire(id: string, reason: { readonly reason: string }, command: CommandContext): Promise<StoredResponse> {
    return this.database.transaction(async () => {
      const response = await this.store.handle(poolAccount, id, (state) => retire(state, reason), command);
      const { data } = JSON.parse(response.body) as { data: PoolAccountResource };
      if (data.client && !response.replayed) await this.replace(data, data.client, command);
      this.database.afterCommit(() => this.receiving.forget());
      return response;
    });
  }

  private async replace(account: PoolAccountResource, client: Reference, { caller: staff }: CommandContext) {
    const caller = asSystem(staff, client);
    const routes = routesOf(account);
    const on = nowFor(caller, this.clock);
    await lockedAccounts(this.database, client.id); // so no wallet gets the account meanwhile
    for (const wallet of await this.walletsWith(
      routes.map(({ accountNumber }) => accountNumber),
      client,
    )) {
      await this.store.handle(
        collectionAccounts,
        wallet.walletId,
        (state) => retireAccounts(state, wallet, { routes, on }),
        { caller },
      );
      await this.accounts.give({ ...wallet, client, openedOn: on }, caller);
    }
  }

  private walletsWith(accountNumbers: readonly string[], { id }: Reference) {
    return this.database.query<{ walletId: string; ccyCode: string }>(
      `SELECT DISTINCT wallet_id AS "walletId", ccy_code AS "ccyCode" FROM account_owner
       WHERE client_id = $1 AND account_number = ANY ($2) ORDER BY wallet_id`,
      [id, accountNumbers],
    );
  }
}
