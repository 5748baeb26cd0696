import { permanentObstacleOf } from '../route.js';
import { type Event, type Fill, type Sending, type State, fail, fill, send } from './payment-instruction.js';

type Payee = Pick<Sending, 'beneficiary'>;

export type Filling = Fill & Payee;

/** Of automation: nobody waits for the refusal of an instruction that can never be sent, so it fails before it is filled. */
export const fillOrFail = (state: State, { beneficiary, ...order }: Filling): Event[] =>
  failedFor(state, beneficiary) ?? fill(state, order);

/** The same when it is to be sent. */
export const sendOrFail = (state: State, sending: Sending): Event[] =>
  failedFor(state, sending.beneficiary) ?? send(state, sending);

function failedFor(state: State, beneficiary: Payee['beneficiary']): Event[] | null {
  const reason = permanentObstacleOf(beneficiary);
  return reason === null ? null : fail(state, { reason });
}
