import type { PoolAccountResource } from '@corridor/inbound-funds-contract';
import { type Aggregate, type Reference, lifecycleOf } from '@corridor/kernel';

/** A virtual account of the bank (production.md §6): for one client, and after that for nobody. */
export const lifecycle = lifecycleOf('collection account', {
  import: { from: ['NEW'], event: 'imported', to: 'FREE' },
  allocate: { from: ['FREE'], event: 'allocated', to: 'ALLOCATED' },
  retire: { from: ['FREE', 'ALLOCATED'], event: 'retired', to: 'RETIRED' },
});

export interface State {
  readonly status: 'NEW' | PoolAccountResource['status'];
}

/** As the bank describes it; without a currency it is for all of them. */
export type AccountDetails = Pick<
  PoolAccountResource,
  | 'ccyCode'
  | 'countryCode'
  | 'iban'
  | 'bicSwiftCode'
  | 'accountNumber'
  | 'routingCode'
  | 'bankName'
  | 'bankAddress'
  | 'accountHolderName'
>;

/** Who has it: all wallets of the client if it is for every currency, otherwise one of them. */
export interface Holder {
  readonly client: Reference;
  readonly walletId: string | null;
}

export type Event =
  | ({ readonly type: 'imported' } & AccountDetails)
  | ({ readonly type: 'allocated' } & Holder)
  | { readonly type: 'retired'; readonly reason: string };

export const poolAccount: Aggregate<State, Event> = {
  name: 'pool_account',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: lifecycle.statusAfter(event) }),
};

export function importAccount(state: State, details: AccountDetails): Event[] {
  lifecycle.requireStatus(state, 'import');
  return [{ type: 'imported', ...details }];
}

export function allocate(state: State, holder: Holder): Event[] {
  lifecycle.requireStatus(state, 'allocate');
  return [{ type: 'allocated', ...holder }];
}

export function retire(state: State, { reason }: { readonly reason: string }): Event[] {
  lifecycle.requireStatus(state, 'retire');
  return [{ type: 'retired', reason }];
}

/** The pool of an account, and of those that a wallet in that currency needs. */
export const poolOf = (ccyCode: string | null): string => ccyCode ?? EVERY_CURRENCY;
export const EVERY_CURRENCY = '*';

/** In the countries of which an IBAN ends with it, the bank and the account as payments within the country name them. */
const BBAN_FROM: Readonly<Record<string, number>> = { GB: 8, IE: 8 };

/** What no other account has: its numbers as banks write them, the first of which is never another one. */
export function numbersOf({ iban, routingCode, accountNumber, countryCode }: AccountDetails): string[] {
  const local = accountNumber && `${countryCode} ${routingCode}${accountNumber}`;
  const inIban = iban && BBAN_FROM[countryCode] && `${countryCode} ${iban.slice(BBAN_FROM[countryCode])}`;
  return [
    ...new Set([iban, local, inIban].filter((one) => typeof one === 'string' && one !== '')),
  ] as string[];
}
