import { permanentObstacleOf } from '../route.js';
import { type Event, type Sending, type State, fail, send } from './payment.js';

/** Of automation: nobody waits for the refusal of a payment that can never be sent, so it fails. */
export function sendOrFail(state: State, sending: Sending): Event[] {
  const reason = permanentObstacleOf(sending.beneficiary);
  return reason === null ? send(state, sending) : fail(state, { reason, deduction: null });
}
