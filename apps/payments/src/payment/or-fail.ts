import { permanentObstacleOf } from '../route.js';
import { type Event, type Sending, type State, fail, send } from './payment.js';

/** Of automation: nobody waits for the refusal of a payment that can never be sent, so it fails. Otherwise it is sent if it is due. */
export function sendOrFail(state: State, { isDue, ...sending }: Sending & { isDue: boolean }): Event[] {
  const reason = permanentObstacleOf(sending.beneficiary);
  if (reason !== null) return fail(state, { reason, deduction: null });
  return isDue ? send(state, sending) : [];
}
