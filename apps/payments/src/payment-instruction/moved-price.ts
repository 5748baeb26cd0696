import { priceAt } from '@corridor/conversions-contract';
import { type ConversionOrder, type Quote, type Reference, refuse } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type Filling, fillOrFail } from './or-fail.js';
import { type Event, type State, lifecycle, paymentInstruction } from './payment-instruction.js';
import type { Priced } from './terms.js';

/**
 * An instruction whose price is worse than the indicative one by more than the bound of its client stays ACKNOWLEDGED, until the client
 * accepts the new price, a dealer approves it, or the market returns (production.md §5, ADR 53).
 */

interface Accepted {
  /** As the client or the dealer has seen it; null for the one that the record shows now. */
  readonly rate: number | null;
}

/** By the client: it is the indicative price from now on. @throws Refusal `price_moved` if it has moved on */
export function acceptPrice(state: State, { rate }: Accepted): Event[] {
  return [{ type: 'price_accepted', priced: awaitedPrice(state, rate) }];
}

/** The same by a dealer. */
export function approvePrice(
  state: State,
  { rate, by, reason }: Accepted & { by: Reference | null; reason: string },
): Event[] {
  return [{ type: 'price_approved', priced: awaitedPrice(state, rate), by, reason }];
}

/** By the client: it ends. */
export function declinePrice(state: State, { reason }: { reason: string }): Event[] {
  requireMoved(state);
  return [{ type: 'price_declined', reason }];
}

/** SANDBOX: as if the market had moved so far against the client. @throws Refusal `illegal_transition` if its price is firm */
export function movePrice(state: State, { basisPoints }: { basisPoints: number }): Event[] {
  const {
    order,
    indicativeQuote,
    indicativeMargin: margin,
    quoteId,
  } = lifecycle.requireStatus(state, 'fill');
  if (!indicativeQuote || quoteId !== null)
    throw refuse('illegal_transition', 'The price of the payment instruction is firm.');
  const quote = movedAgainst(order, indicativeQuote, basisPoints);
  const price = priceAt(order, { quote, margin });
  if (!price) throw refuse('amount_not_convertible');
  return [{ type: 'fill_declined', reason: 'price_moved', priced: { price, quote, margin } }];
}

/** Who sells the base currency gets less for it, who buys it pays more. */
function movedAgainst({ sellCcyCode }: ConversionOrder, quote: Quote, basisPoints: number): Quote {
  const change = sellCcyCode === quote.base ? -basisPoints : basisPoints;
  const moved = (rate: string) =>
    new Decimal(rate)
      .times(10_000 + change)
      .div(10_000)
      .toFixed();
  return { ...quote, bid: moved(quote.bid), mid: moved(quote.mid), ask: moved(quote.ask) };
}

/** In PRODUCTION it is filled at once. @param filling null in the SANDBOX, where its simulator fills it */
export const goingOn =
  <Input>(decide: (state: State, input: Input) => Event[], input: Input, filling: Filling | null) =>
  (state: State): Event[] => {
    const events = decide(state, input);
    if (!filling) return events;
    return [...events, ...fillOrFail(events.reduce(paymentInstruction.evolve, state), filling)];
  };

function awaitedPrice(state: State, rate: number | null): Priced {
  const moved = requireMoved(state);
  if (rate !== null && Number(moved.price.rate) !== rate)
    throw refuse('price_moved', `The rate is ${moved.price.rate} now.`);
  return moved;
}

function requireMoved(state: State): Priced {
  const { moved } = lifecycle.requireStatus(state, 'declinePrice');
  if (!moved) throw refuse('illegal_transition', 'The payment instruction does not wait with another price.');
  return moved;
}
