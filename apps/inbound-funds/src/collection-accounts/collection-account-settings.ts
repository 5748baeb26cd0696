import type { Database, EventStore } from '@corridor/event-store';
import { SIMULATED, adapterSetting, integerSetting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import type { CollectionAccountSource } from './collection-account-source.js';
import { AccountPools } from './pool/account-pools.js';
import { SimulatedAccounts } from './simulated-accounts.js';

function adapterOf(text: string): typeof SIMULATED | 'pool' {
  if (text === SIMULATED || text === 'pool') return text;
  throw new Error(`must be simulated or pool, not "${text}"`);
}

export const collectionAccountSettings = settingsOf('collectionAccounts', {
  adapter: adapterSetting(
    'COLLECTION_ACCOUNTS',
    'source of collection accounts',
    'where collection accounts come from: `pool` (virtual accounts that staff import from a file of the bank), or `simulated`',
    adapterOf,
    { production: 'pool' },
  ),
  low: integerSetting(
    'COLLECTION_ACCOUNTS_LOW',
    20,
    'free accounts of a pool below which `/health/ready` reports it',
    { least: 0 },
  ),
});
export type CollectionAccountSettings = ConfigType<typeof collectionAccountSettings>;

/** The source that COLLECTION_ACCOUNTS names. */
export const accountsFrom = (
  { adapter }: CollectionAccountSettings,
  store: EventStore,
  database: Database,
): CollectionAccountSource =>
  adapter === SIMULATED ? new SimulatedAccounts(database) : new AccountPools(store, database);
