import type { Quote } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type Event, market, publishRates } from './market.js';

const quotes = (mid: string): Quote[] => [{ base: 'EUR', quote: 'USD', bid: '1.07', mid, ask: '1.09' }];
const published = (mid: string, asOfMs: number): Event => ({
  type: 'rates_published',
  quotes: quotes(mid),
  asOfMs,
  isSimulated: true,
});

describe('market', () => {
  it('publishes the first quotes', () => {
    given(market)
      .when(publishRates, { quotes: quotes('1.08'), asOfMs: 30_000, isSimulated: true })
      .then(published('1.08', 30_000));
  });

  it('publishes quotes that have moved', () => {
    given(market, published('1.08', 30_000))
      .when(publishRates, { quotes: quotes('1.081'), asOfMs: 60_000, isSimulated: true })
      .then(published('1.081', 60_000));
  });

  it('publishes nothing if another replica was first', () => {
    given(market, published('1.08', 30_000))
      .when(publishRates, { quotes: quotes('1.08'), asOfMs: 30_000, isSimulated: true })
      .then();
  });

  it('publishes nothing if nothing has changed', () => {
    given(market, published('1.08', 30_000))
      .when(publishRates, { quotes: quotes('1.08'), asOfMs: 60_000, isSimulated: true })
      .then();
  });

  it('keeps its quotes when a replica has none', () => {
    given(market, published('1.08', 30_000))
      .when(publishRates, { quotes: [], asOfMs: 60_000, isSimulated: true })
      .then();
  });

  it('does not go back if a clock is behind', () => {
    given(market, published('1.08', 60_000))
      .when(publishRates, { quotes: quotes('1.079'), asOfMs: 30_000, isSimulated: true })
      .then();
  });
});
