import type { BeneficiaryResource } from '@corridor/payments-contract';
import { type Aggregate, refuse } from '@corridor/kernel';

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
  | { readonly type: 'archived' };

export const beneficiary: Aggregate<State, Event> = {
  name: 'beneficiary',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, { type }) => ({ status: type === 'archived' ? 'ARCHIVED' : 'ACTIVE' }),
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
  return [{ type: 'archived' }];
}

function mustBeActive({ status }: State): void {
  if (status === 'NEW') throw refuse('not_found');
  if (status !== 'ACTIVE') throw refuse('illegal_transition', `The beneficiary is ${status}.`);
}
