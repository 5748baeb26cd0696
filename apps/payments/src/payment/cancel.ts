import { refuse } from '@corridor/kernel';
import { type Stop, reasonOfStop } from '../stop/stop.js';
import { lifecycle } from './lifecycle.js';
import type { Event, State } from './payment.js';

/** By the client, before it is processed. */
export function cancel(state: State, { reason }: { reason: string }): Event[] {
  if (state.status === 'READY_TO_SEND' && !state.step) throw refuse('illegal_transition', ASK_THE_OPERATOR);
  lifecycle.requireStatus(state, 'cancel');
  return [{ type: 'cancelled', reason }];
}

/** By staff, before anything is sent. Once the bank was asked to send it, only the bank can give it back. */
export function stop(state: State, order: Stop): Event[] {
  if (state.status === 'SENT' && !state.step) throw refuse('illegal_transition', ASK_THE_BANK);
  lifecycle.requireStatus(state, 'stop');
  return [{ type: 'stopped', ...reasonOfStop(order, ' No money has moved.') }];
}

const ASK_THE_OPERATOR = 'The payment is READY_TO_SEND. To stop it, ask the operator of Corridor.';

const ASK_THE_BANK =
  'The payment is SENT: it was ordered from the bank. Ask the bank to give it back, and record what it says of the submission.';
