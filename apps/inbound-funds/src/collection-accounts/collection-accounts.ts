import { createHash } from 'node:crypto';
import { type CollectionAccountResource, collectionAccountsOf1 } from '@corridor/inbound-funds-contract';
import { type Aggregate, type Reference, type Timestamp, instantOf, makeId } from '@corridor/kernel';
import type { Route } from './routes.js';

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

/** A wallet that was opened and needs accounts. */
export interface OpenedWallet {
  readonly walletId: string;
  readonly client: Reference;
  readonly ccyCode: string;
  readonly openedOn: Timestamp;
}

/** Once. Ids follow from the wallet and the order of the routes, so the result is deterministic. */
export function issue(
  { areIssued }: CollectionAccounts,
  wallet: OpenedWallet,
  routes: readonly Route[],
): Issued[] {
  if (areIssued) return [];
  const { walletId, ccyCode } = wallet;
  const issued = routes.map((route, i) => {
    const before = routes.slice(0, i).filter(({ paymentType }) => paymentType === route.paymentType);
    return accountOf(wallet, route, before.length);
  });
  return [{ type: 'issued', walletId, ccyCode, collectionAccounts: issued }];
}

/** @param place among the accounts of the wallet with the same payment type */
function accountOf(
  wallet: OpenedWallet,
  { bank, ...route }: Route,
  place: number,
): CollectionAccountResource {
  const { walletId, openedOn, client, ccyCode } = wallet;
  const seed = [walletId, route.paymentType, ...(place > 0 ? [place] : [])].join(' ');
  return {
    id: makeId('ca', instantOf(openedOn).getTime(), hashOf(seed)),
    ccyCode,
    accountNumber: route.accountNumber,
    accountNumberType: route.accountNumberType,
    accountHolderName: route.accountHolderName ?? client.name,
    ...bank,
    paymentType: route.paymentType,
    routingCode: route.routingCode,
    routingCodeType: route.routingCodeType,
    localRoutingCodeType: route.localRoutingCodeType,
  };
}

const hashOf = (seed: string): Uint8Array => createHash('sha256').update(seed).digest();
