import type { Database } from '@corridor/event-store';
import { claimedSeeds } from './claimed-seeds.js';
import { CollectionAccountSource } from './collection-account-source.js';
import type { OpenedWallet } from './collection-accounts.js';
import { type Route, internationalRoute, localRoutes } from './routes.js';

/** Accounts at banks that do not exist, with numbers that follow from the wallet and its client. */
export class SimulatedAccounts extends CollectionAccountSource {
  override readonly isSimulated = true;

  constructor(private readonly database: Database) {
    super();
  }

  override async accountsFor(wallet: OpenedWallet): Promise<readonly Route[]> {
    const seeds = await claimedSeeds(this.database, wallet);
    const local = localRoutes[wallet.ccyCode]?.(seeds);
    return [...(local ? [local] : []), internationalRoute(seeds)];
  }
}
