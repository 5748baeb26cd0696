import type { Database, EventStore } from '@corridor/event-store';
import {
  SIMULATED,
  adapterSetting,
  fileSecret,
  integerSetting,
  optionalSetting,
  providerAddress,
  settingsOf,
} from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import type { CollectionAccountSource } from './collection-account-source.js';
import { AccountPools } from './pool/account-pools.js';
import { SimulatedAccounts } from './simulated-accounts.js';

function adapterOf(text: string): typeof SIMULATED | 'pool' | 'http' {
  if (text === SIMULATED || text === 'pool' || text === 'http') return text;
  throw new Error(`must be simulated, pool or http, not "${text}"`);
}

export const collectionAccountSettings = settingsOf(
  'collectionAccounts',
  {
    adapter: adapterSetting(
      'COLLECTION_ACCOUNTS',
      'source of collection accounts',
      'where collection accounts come from: `pool` (virtual accounts that staff import from a file of the bank), `http` (a provider is asked for each wallet), or `simulated`',
      adapterOf,
      { production: 'pool' },
    ),
    low: integerSetting(
      'COLLECTION_ACCOUNTS_LOW',
      20,
      '`COLLECTION_ACCOUNTS=pool`: free accounts of a pool below which `/health/ready` reports it',
      { least: 0 },
    ),
    url: optionalSetting(
      'COLLECTION_ACCOUNTS_HTTP_URL',
      '`COLLECTION_ACCOUNTS=http`: the address of the provider, below which is `accounts`',
      providerAddress,
    ),
    key: optionalSetting(
      'COLLECTION_ACCOUNTS_HTTP_KEY_FILE',
      '`COLLECTION_ACCOUNTS=http`: path of a file with the credential for the provider, a bearer token',
      fileSecret,
    ),
  },
  ({ adapter, url, key }) =>
    adapter === 'http'
      ? [
          ...(url === null ? ['COLLECTION_ACCOUNTS_HTTP_URL must be set with COLLECTION_ACCOUNTS=http'] : []),
          ...(key === null
            ? ['COLLECTION_ACCOUNTS_HTTP_KEY_FILE must be set with COLLECTION_ACCOUNTS=http']
            : []),
        ]
      : [],
);
export type CollectionAccountSettings = ConfigType<typeof collectionAccountSettings>;

/** The source that COLLECTION_ACCOUNTS names. */
export const accountsFrom = (
  { adapter }: CollectionAccountSettings,
  store: EventStore,
  database: Database,
): CollectionAccountSource =>
  adapter === SIMULATED
    ? new SimulatedAccounts(database)
    : new AccountPools(store, database, adapter === 'http');
