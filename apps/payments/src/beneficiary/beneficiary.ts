import type { BeneficiaryResource } from '@corridor/payments-contract';
import { type Aggregate, refuse } from '@corridor/kernel';
import { NOT_PAYABLE, type ScreeningOutcome } from '../screening/outcome.js';

/** A recipient of payments (interface-spec 2.5). */
export interface State {
  readonly status: 'NEW' | BeneficiaryResource['status'];
}

/** The data of a beneficiary, and how its account can be paid. Validated in the HTTP layer. */
export type Details = Pick<
  BeneficiaryResource,
  | 'beneficiaryType'
  | 'displayName'
  | 'email'
  | 'individual'
  | 'company'
  | 'address'
  | 'identificationType'
  | 'identificationValue'
  | 'bankAccount'
>;

export type Event =
  | { readonly type: 'created'; readonly details: Details }
  | { readonly type: 'updated'; readonly details: Details }
  /** The reason is null if the client has archived it. */
  | { readonly type: 'archived'; readonly reason: string | null };

export const beneficiary: Aggregate<State, Event> = {
  name: 'beneficiary',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, { type }) => ({ status: type === 'archived' ? 'ARCHIVED' : 'ACTIVE' }),
  upcasters: { archived: [(old: object) => ({ reason: null, ...old })] },
};

export function create({ status }: State, details: Details): Event[] {
  if (status !== 'NEW') throw refuse('illegal_transition');
  return [{ type: 'created', details }];
}

/** Payments that are not sent yet use the new details; sent ones keep their snapshot. */
export function update(state: State, details: Details): Event[] {
  mustBeActive(state);
  return [{ type: 'updated', details }];
}

/** Permanently: nothing is sent to it any more. */
export function archive(state: State): Event[] {
  mustBeActive(state);
  return [{ type: 'archived', reason: null }];
}

/** One that screening has blocked is archived; the reason tells nothing about it. */
export const screened = ({ status }: State, outcome: ScreeningOutcome): Event[] =>
  outcome === 'blocked' && status === 'ACTIVE' ? [{ type: 'archived', reason: NOT_PAYABLE }] : [];

function mustBeActive({ status }: State): void {
  if (status === 'NEW') throw refuse('not_found');
  if (status !== 'ACTIVE') throw refuse('illegal_transition', `The beneficiary is ${status}.`);
}
