import { existing } from '@corridor/kernel';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { type Covering, type Grant, notCovered } from '../covering.js';
import { type Event, type State, stepOf } from './payment.js';

// What conversions say to a payment that asks whether its money can leave. A repeated or late answer changes nothing.

/** The money can leave. @param beneficiary as of the request */
export function coverGranted(
  state: State,
  { coverId }: Pick<Grant, 'coverId'>,
  beneficiary: BeneficiaryResource,
): Event[] {
  if (!isCovering(state, coverId)) return [];
  return [{ type: 'funds_requested', amount: existing(state).amount, beneficiary }];
}

export const coverDeclined = (state: State, fact: Pick<Grant, 'coverId'> & Covering): Event[] =>
  isCovering(state, fact.coverId) ? [notCovered(fact)] : [];

function isCovering(state: State, coverId: string): boolean {
  const step = stepOf(state);
  return step?.command === 'send' && step.awaitsCover && step.grant?.coverId === coverId;
}
