import { createHash } from 'node:crypto';
import {
  type CollectionAccountResource,
  accountsToldOnce,
  collectionAccountsOf1,
} from '@corridor/inbound-funds-contract';
import { type Aggregate, type Reference, type Timestamp, instantOf, makeId } from '@corridor/kernel';
import type { Route } from './routes.js';

/** The accounts over which one wallet receives money. One stream per wallet, id = wallet id. */
export interface CollectionAccounts {
  /** How often the wallet was told of its accounts. */
  readonly revision: number;
  /** Those that are retired come last. */
  readonly accounts: readonly CollectionAccountResource[];
}

/** All accounts of the wallet, after the event. */
interface Told {
  walletId: string;
  ccyCode: string;
  collectionAccounts: readonly CollectionAccountResource[];
  revision: number;
}

export type AccountsEvent =
  /** None is free. */
  ({ type: 'awaited' } & Told) | ({ type: 'issued' } & Told) | ({ type: 'retired' } & Told);

export const collectionAccounts: Aggregate<CollectionAccounts, AccountsEvent> = {
  name: 'collection_accounts',
  stateVersion: 2,
  initial: { revision: 0, accounts: [] },
  evolve: (_, { revision, collectionAccounts: accounts }) => ({ revision, accounts }),
  upcasters: { issued: [collectionAccountsOf1, accountsToldOnce] },
};

/** A wallet that needs accounts. */
export interface OpenedWallet {
  readonly walletId: string;
  readonly client: Reference;
  readonly ccyCode: string;
  /** Since when: its opening, or the retirement of an account. */
  readonly openedOn: Timestamp;
}

type Wallet = Pick<OpenedWallet, 'walletId' | 'ccyCode'>;

/** A new wallet has to wait. It is said once, so that whoever has opened it does not wait too. */
export const awaitAccounts = (state: CollectionAccounts, wallet: Wallet): AccountsEvent[] =>
  state.revision === 0 ? [{ type: 'awaited', ...told(state, wallet, []) }] : [];

/**
 * The wallet can be paid over these routes. Nothing happens if it can already. Ids follow from the wallet and the order of the routes, so
 * the result is deterministic.
 */
export function issue(
  state: CollectionAccounts,
  wallet: OpenedWallet,
  routes: readonly Route[],
): AccountsEvent[] {
  const before = state.accounts;
  const issued: CollectionAccountResource[] = [];
  for (const route of routes) {
    const known = before.find((account) => isOver(account, route));
    const ofType = [...before, ...issued.filter((one) => !before.includes(one))].filter(
      ({ paymentType }) => paymentType === route.paymentType,
    );
    issued.push(known ?? accountOf(wallet, route, ofType.length));
  }
  if (issued.every((account) => before.includes(account))) return [];
  const others = before.filter((account) => !issued.includes(account));
  return [{ type: 'issued', ...told(state, wallet, [...issued, ...others]) }];
}

/** The wallet keeps showing the accounts over these routes, after the others. @param on since when nobody must pay over them */
export function retireAccounts(
  state: CollectionAccounts,
  wallet: Wallet,
  { routes, on }: { readonly routes: readonly Route[]; readonly on: Timestamp },
): AccountsEvent[] {
  const isConcerned = (account: CollectionAccountResource) =>
    account.retiredOn === null && routes.some((route) => isOver(account, route));
  const retired = state.accounts.filter(isConcerned).map((account) => ({ ...account, retiredOn: on }));
  if (retired.length === 0) return [];
  const others = state.accounts.filter((account) => !isConcerned(account));
  return [{ type: 'retired', ...told(state, wallet, inOrder([...others, ...retired])) }];
}

const inOrder = (accounts: readonly CollectionAccountResource[]): CollectionAccountResource[] => [
  ...accounts.filter(({ retiredOn }) => retiredOn === null),
  ...accounts.filter(({ retiredOn }) => retiredOn !== null),
];

const told = (
  { revision }: CollectionAccounts,
  { walletId, ccyCode }: Wallet,
  accounts: readonly CollectionAccountResource[],
): Told => ({ walletId, ccyCode, collectionAccounts: accounts, revision: revision + 1 });

const isOver = (account: CollectionAccountResource, route: Route): boolean =>
  account.accountNumber === route.accountNumber && account.routingCode === route.routingCode;

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
    retiredOn: null,
  };
}

const hashOf = (seed: string): Uint8Array => createHash('sha256').update(seed).digest();
