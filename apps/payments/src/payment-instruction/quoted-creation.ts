import type { Margin } from '@corridor/conversions-contract';
import { type Outcome, type Price, type Quote, refuse } from '@corridor/kernel';
import { feeSet } from './creation.js';
import type { Event, State } from './payment-instruction.js';
import type { QuoteRefusal, Quoting } from './terms.js';

/** Facts about the quote of an instruction that is to be created at its price. A repeated or late one changes nothing. */

type QuoteUsed = Pick<Quoting, 'quoteId'> & {
  readonly quote: Quote;
  readonly margin: Margin | null;
  readonly price: Price;
};

/** The instruction is created at the price of the quote. */
export function quoteUsed(state: State, { quoteId, quote, margin, price }: QuoteUsed): Event[] {
  const quoting = quotingFor(state, quoteId);
  if (!quoting) return [];
  const { fee, ...agreed } = quoting;
  const indicative = { indicativePrice: price, indicativeQuote: quote, indicativeMargin: margin };
  return [
    { ...agreed, type: 'created', ...indicative, maximumSlippage: null, needsChecker: false },
    ...feeSet(fee),
  ];
}

export function quoteRefused(state: State, fact: QuoteRefusal & Pick<Quoting, 'quoteId'>): Event[] {
  const { quoteId, reason, detail, issues } = fact;
  return quotingFor(state, quoteId) ? [{ type: 'quote_refused', reason, detail, issues }] : [];
}

const quotingFor = (state: State, quoteId: string): Quoting | null =>
  state.status === 'NEW' && state.quoting?.quoteId === quoteId ? state.quoting : null;

/** Of a creation with a quote, for a caller that waits. */
export function outcomeOfCreation(state: State): Outcome {
  if (state.status !== 'NEW') return 'done';
  if (!state.refusal) return 'pending';
  const { reason, detail, issues } = state.refusal;
  return refuse(reason, detail ?? undefined, issues.length > 0 ? { errors: issues } : {});
}
