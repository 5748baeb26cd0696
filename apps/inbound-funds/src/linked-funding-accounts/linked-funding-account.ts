import type { LinkedFundingAccountResource } from '@corridor/inbound-funds-contract';
import { type Aggregate, type Outcome, lifecycleOf, refuse } from '@corridor/kernel';

/** A client's account at another bank (interface-spec 1; an extension). */
export const lifecycle = lifecycleOf('linked funding account', {
  link: { from: ['NEW'], event: 'linked', to: 'LINKED' },
  unlink: { from: ['LINKED'], event: 'unlinked', to: 'UNLINKED' },
});

/** A wallet shows each of its accounts, so there are not many. */
export const MAX_LINKED = 10;

export interface State {
  readonly status: 'NEW' | LinkedFundingAccountResource['status'];
  /** Whether the wallet shows it, by the ledger's last message; null before the first one. */
  readonly isShown: boolean | null;
}

/** Validated in the HTTP layer. The account number is complete: only records and messages mask it. */
export type Details = Pick<
  LinkedFundingAccountResource,
  'ccyCode' | 'method' | 'accountHolderName' | 'bankName' | 'accountNumber' | 'routingCode'
> & {
  /** Missing in events of earlier builds, and if the client has not said it. */
  readonly accountHolderType?: LinkedFundingAccountResource['accountHolderType'];
};

export type Event =
  | { readonly type: 'linked'; readonly details: Details }
  | { readonly type: 'shown'; readonly isLinked: boolean }
  | { readonly type: 'unlinked' };

export const linkedFundingAccount: Aggregate<State, Event> = {
  name: 'linked_funding_account',
  stateVersion: 2,
  initial: { status: 'NEW', isShown: null },
  evolve: (state, event) =>
    event.type === 'shown'
      ? { ...state, isShown: event.isLinked }
      : { ...state, status: lifecycle.statusAfter(event) },
};

/** An account that the client has linked. */
export interface Linked {
  readonly id: string;
  readonly details: Details;
}

/** An account is linked once at a time. @throws Refusal `already_exists`, `limit_reached` */
export function link(state: State, details: Details, linked: readonly Linked[]): Event[] {
  lifecycle.requireStatus(state, 'link');
  const same = linked.find((one) => isSame(one.details, details));
  if (same) throw alreadyLinked(same.id);
  if (linked.length >= MAX_LINKED)
    throw refuse('limit_reached', `A client has at most ${MAX_LINKED} linked funding accounts.`);
  return [{ type: 'linked', details }];
}

/** A bank knows an account by its numbers; names can be written in several ways. */
const isSame = (one: Details, other: Details): boolean =>
  one.accountNumber === other.accountNumber && one.routingCode === other.routingCode;

function alreadyLinked(id: string) {
  const issue = {
    pointer: '#/accountNumber',
    code: 'already_exists',
    detail: `This account is linked as ${id}.`,
  };
  return refuse('already_exists', `${issue.pointer}: ${issue.detail}`, { errors: [issue] });
}

/** Permanently: no money is pulled from it any more. */
export function unlink(state: State): Event[] {
  lifecycle.requireStatus(state, 'unlink');
  return [{ type: 'unlinked' }];
}

/** The wallet shows it from now on, or does not any more. */
export const noteShown = (state: State, { isLinked }: { isLinked: boolean }): Event[] =>
  state.status === 'NEW' || state.isShown === isLinked ? [] : [{ type: 'shown', isLinked }];

/** Done when the wallet shows what the status says, for a waiting caller. */
export const outcomeOnWallet = ({ status, isShown }: State): Outcome =>
  isShown === (status === 'LINKED') ? 'done' : 'pending';
