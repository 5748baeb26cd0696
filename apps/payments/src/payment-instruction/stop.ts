import { refuse } from '@corridor/kernel';
import { type Stop, reasonOfStop } from '../stop/stop.js';
import type { Event } from './event.js';
import { type State, lifecycle, whereItIs } from './payment-instruction.js';

/** By staff, before its payment is sent. A booked conversion is kept (decisions §6). */
export function stop(state: State, order: Stop): Event[] {
  if (state.status === 'SENT') throw refuse('illegal_transition', STOP_ITS_PAYMENT);
  const instruction = lifecycle.requireStatus(state, 'stop');
  return [{ type: 'stopped', ...reasonOfStop(order, whereItIs(instruction) || ' No money has moved.') }];
}

const STOP_ITS_PAYMENT =
  'The payment instruction is SENT: its payment was ordered from the bank. Ask the bank to give it back, and record what it says of the submission.';
