import type { LinkedFundingAccountResource } from '@corridor/inbound-funds-contract';
import { type Aggregate, lifecycleOf, refuse } from '@corridor/kernel';

/** A client's account at another bank (interface-spec 1; an extension). */
export const lifecycle = lifecycleOf('linked funding account', {
  link: { from: ['NEW'], event: 'linked', to: 'LINKED' },
  unlink: { from: ['LINKED'], event: 'unlinked', to: 'UNLINKED' },
});

/** A wallet shows each of its accounts, so there are not many. */
export const MAX_LINKED = 10;

export interface State {
  readonly status: 'NEW' | LinkedFundingAccountResource['status'];
}

/** Validated in the HTTP layer. The account number is complete: only records and messages mask it. */
export type Details = Pick<
  LinkedFundingAccountResource,
  'ccyCode' | 'method' | 'accountHolderName' | 'bankName' | 'accountNumber' | 'routingCode'
>;

export type Event = { readonly type: 'linked'; readonly details: Details } | { readonly type: 'unlinked' };

export const linkedFundingAccount: Aggregate<State, Event> = {
  name: 'linked_funding_account',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: lifecycle.statusAfter(event) }),
};

/** @param linked how many accounts the client has linked already */
export function link(state: State, details: Details, linked: number): Event[] {
  lifecycle.requireStatus(state, 'link');
  if (linked >= MAX_LINKED)
    throw refuse('limit_reached', `A client has at most ${MAX_LINKED} linked funding accounts.`);
  return [{ type: 'linked', details }];
}

/** Permanently: no money is pulled from it any more. */
export function unlink(state: State): Event[] {
  lifecycle.requireStatus(state, 'unlink');
  return [{ type: 'unlinked' }];
}
