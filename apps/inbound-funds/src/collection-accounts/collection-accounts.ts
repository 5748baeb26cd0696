import { createHash } from 'node:crypto';
import { type CollectionAccountResource, collectionAccountsOf1 } from '@corridor/inbound-funds-contract';
import { type Aggregate, type Reference, type Timestamp, instantOf, makeId } from '@corridor/kernel';
import { type Route, type Seeds, internationalRoute, localRoutes } from './routes.js';

/** The accounts over which one wallet receives money. One stream per wallet, id = wallet id. */
export interface CollectionAccounts {
  readonly areIssued: boolean;
}

export interface Issued {
  type: 'issued';
  walletId: string;
  ccyCode: string;
  collectionAccounts: readonly CollectionAccountResource[];
}

export const collectionAccounts: Aggregate<CollectionAccounts, Issued> = {
  name: 'collection_accounts',
  stateVersion: 1,
  initial: { areIssued: false },
  evolve: () => ({ areIssued: true }),
  upcasters: { issued: [collectionAccountsOf1] },
};

export interface AccountIssue {
  walletId: string;
  client: Reference;
  ccyCode: string;
  openedOn: Timestamp;
  /** Seeds with unique numbers. */
  seeds: Seeds;
}

/** Local accounts first. They are derived from the opened wallet and its seeds, so the result is deterministic. */
export function issue({ areIssued }: CollectionAccounts, wallet: AccountIssue): Issued[] {
  if (areIssued) return [];
  const { walletId, ccyCode, seeds } = wallet;
  const local = localRoutes[ccyCode]?.(seeds);
  const routes = [...(local ? [local] : []), internationalRoute(seeds)];
  return [
    {
      type: 'issued',
      walletId,
      ccyCode,
      collectionAccounts: routes.map((route) => accountOf(wallet, route)),
    },
  ];
}

const accountOf = (wallet: AccountIssue, { bank, ...route }: Route): CollectionAccountResource => ({
  id: makeId('ca', instantOf(wallet.openedOn).getTime(), hashOf(`${wallet.walletId} ${route.paymentType}`)),
  ccyCode: wallet.ccyCode,
  accountNumber: route.accountNumber,
  accountNumberType: route.accountNumberType,
  accountHolderName: wallet.client.name,
  ...bank,
  paymentType: route.paymentType,
  routingCode: route.routingCode,
  routingCodeType: route.routingCodeType,
  localRoutingCodeType: route.localRoutingCodeType,
});

const hashOf = (seed: string): Uint8Array => createHash('sha256').update(seed).digest();
