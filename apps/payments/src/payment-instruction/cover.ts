import type { BeneficiaryResource } from '@corridor/payments-contract';
import { type Covering, type Grant, notCovered, notSent } from '../covering.js';
import { type Event, type Instruction, type State, failedWithout, requestOf } from './payment-instruction.js';
import type { SendStep } from './send-step.js';

// What conversions say to an instruction that asks whether its money can leave. A repeated or late answer changes nothing.

/** The money can leave, unless the conversion has ended meanwhile: then it is sent in another way. @param beneficiary as of the request */
export function coverGranted(
  state: State,
  fact: Pick<Grant, 'coverId'>,
  beneficiary: BeneficiaryResource,
): Event[] {
  if (!isCovering(state, fact)) return [];
  const { conversion, step } = state;
  const isOver = step.isWhole && (conversion?.isCancelled || conversion?.isExchanged);
  if (!conversion || !isOver) return [requestOf(state, step.paymentId, beneficiary)];
  const declined = notSent('illegal_transition', step.grant);
  return conversion.isCancelled ? [declined, failedWithout(conversion.id)] : [declined];
}

export function coverDeclined(state: State, fact: Pick<Grant, 'coverId'> & Covering): Event[] {
  if (!isCovering(state, fact)) return [];
  const { conversion } = state;
  return [conversion?.isCancelled ? failedWithout(conversion.id) : notCovered(fact)];
}

const isCovering = (
  state: State,
  { coverId }: Pick<Grant, 'coverId'>,
): state is Instruction & { readonly step: SendStep } =>
  state.status !== 'NEW' &&
  state.step?.command === 'send' &&
  state.step.awaitsCover &&
  state.step.grant?.coverId === coverId;
