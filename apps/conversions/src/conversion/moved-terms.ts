import { type Money, subtract } from '@corridor/kernel';
import type { Booked, Event } from './conversion.js';

export interface Amounts {
  readonly sellAmount: Money;
  readonly buyAmount: Money;
}

/** What remains after a part is drawn down. */
export const without = (whole: Amounts, part: Amounts): Amounts => ({
  sellAmount: subtract(whole.sellAmount, part.sellAmount),
  buyAmount: subtract(whole.buyAmount, part.buyAmount),
});

/** Of other amounts or another date. */
export const withoutQuotes = { cancellationQuote: null, dateChangeQuote: null };

type TermsEvent = Extract<Event, { type: 'date_change_quoted' | 'date_changed' | 'drawn_down' }>;

export const changesTerms = (event: Event): event is TermsEvent =>
  event.type === 'date_change_quoted' || event.type === 'date_changed' || event.type === 'drawn_down';

export function changedTerms(state: Booked, event: TermsEvent): Partial<Booked> {
  if (event.type === 'drawn_down') return { ...withoutQuotes, ...without(state, event) };
  if (event.type === 'date_change_quoted') {
    const { type: _, ...dateChangeQuote } = event;
    return { dateChangeQuote };
  }
  const { valueDate, fundByDate, price } = event;
  const { sellAmount, buyAmount } = price;
  return { ...withoutQuotes, valueDate, fundByDate, sellAmount, buyAmount };
}
