import type { SwiftSubmission } from '@corridor/payments-contract';
import { refuse } from '@corridor/kernel';
import { type Event, type State, fail, lifecycle } from './payment.js';

type Status = SwiftSubmission['status'];

/**
 * The status of a payment's SWIFT message, while the outcome of the payment is open. The simulated rail confirms a
 * message at once: PENDING is the step back to before that. With FAILED the payment fails, and a payment that fails has a
 * FAILED message; the message of a completed one is SUCCESS.
 */
export const nextStatuses: Readonly<Record<Status, readonly Status[]>> = {
  SUCCESS: ['PENDING'],
  PENDING: ['PROCESSING', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED'],
  FAILED: [],
};

/** @throws Refusal `illegal_transition`, also for a payment without a SWIFT message; those of {@link fail} */
export function moveSwiftMessage(
  state: State,
  { status, reason }: { status: Status; reason: string },
): Event[] {
  const { swiftStatus } = lifecycle.requireStatus(state, 'complete');
  if (swiftStatus === null) throw refuse('illegal_transition', 'The payment has no SWIFT message.');
  if (!nextStatuses[swiftStatus].includes(status))
    throw refuse('illegal_transition', `The SWIFT message is ${swiftStatus}.`);
  return status === 'FAILED' ? fail(state, { reason, deduction: null }) : [{ type: 'swift_moved', status }];
}
