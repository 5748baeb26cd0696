import type { Offer } from '@corridor/conversions-contract';
import { permanentObstacleOf } from '../route.js';
import { pricedOn } from './creation.js';
import { type Event, type Fill, type Sending, type State, fail, fill, send } from './payment-instruction.js';
import { isWhereItWas } from './slippage.js';

type Payee = Pick<Sending, 'beneficiary'>;

export type Filling = Fill & Payee;

/** Of automation: nobody waits for the refusal of an instruction that can never be sent, so it fails before it is filled. */
export const fillOrFail = (state: State, { beneficiary, ...order }: Filling): Event[] =>
  failedFor(state, beneficiary) ?? fill(state, order);

interface FillingAgain extends Filling {
  /** Null for one that does not wait for a consent. */
  readonly market: Offer | null;
  readonly isDue: boolean;
}

/**
 * The same for one that was not filled. While it waits for a consent it is tried only if the client would be told something new, otherwise
 * when it is due: each attempt is written down.
 */
export function fillAgainOrFail(
  state: State,
  { beneficiary, market, isDue, ...order }: FillingAgain,
): Event[] {
  const failed = failedFor(state, beneficiary);
  if (failed) return failed;
  const isTried = market ? !isStillMoved(state, { market, now: order.now }) : isDue;
  return isTried ? fill(state, order) : [];
}

function isStillMoved(state: State, { market, now }: { market: Offer } & Pick<Fill, 'now'>): boolean {
  if (state.status === 'NEW' || !state.moved) return false;
  const priced = pricedOn(state.order, state.paymentDate, { market, now });
  return typeof priced === 'string' || isWhereItWas(state, state.moved.price, priced.price);
}

/** The same when it is to be sent, if it is due. */
export const sendOrFail = (state: State, { isDue, ...sending }: Sending & { isDue: boolean }): Event[] =>
  failedFor(state, sending.beneficiary) ?? (isDue ? send(state, sending) : []);

function failedFor(state: State, beneficiary: Payee['beneficiary']): Event[] | null {
  const reason = permanentObstacleOf(beneficiary);
  return reason === null ? null : fail(state, { reason });
}
