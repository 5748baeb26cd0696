import { Database, EventStore } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { CollectionAccountSource } from './collection-account-source.js';
import { type OpenedWallet, awaitAccounts, collectionAccounts, issue } from './collection-accounts.js';

/** Gives wallets their collection accounts. */
@Injectable()
export class WalletAccounts {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly source: CollectionAccountSource,
  ) {}

  /** What the source takes for the wallet and the accounts of the wallet commit together. @param caller of the client */
  give(wallet: OpenedWallet, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const routes = await this.source.accountsFor(wallet, caller);
      await this.store.handle(
        collectionAccounts,
        wallet.walletId,
        (state) => (routes ? issue(state, wallet, routes) : awaitAccounts(state, wallet)),
        { caller },
      );
    });
  }
}
