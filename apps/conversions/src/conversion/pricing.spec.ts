import type { Offer } from '@corridor/conversions-contract';
import { type ConversionOrder, type Quote, money } from '@corridor/kernel';
import { pricingOf } from './pricing.js';

const eurusd: Quote = { base: 'EUR', quote: 'USD', bid: '1.07', mid: '1.08', ask: '1.09' };
const eurgbp: Quote = { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' };
const spot = { now: '2026-11-21T09:30:00.000', valueDate: null };
const open: Offer = { quotes: [eurusd, eurgbp], halted: [], plan: null };
const sell = (sellCcyCode: string, buyCcyCode: string): ConversionOrder => {
  return { sellCcyCode, buyCcyCode, fixedSide: 'SELL', amount: money(sellCcyCode, 10_000n) };
};

describe('the price of an order at the market', () => {
  it.each<[string, Offer, string, string, string]>([
    ['a halted pair', { ...open, halted: ['GBPUSD'] }, 'USD', 'GBP', 'rate_unavailable'],
    [
      'a pair of a halted leg',
      { quotes: [eurusd], halted: ['EURGBP'], plan: null },
      'GBP',
      'USD',
      'rate_unavailable',
    ],
    [
      'everything halted',
      { quotes: [], halted: ['EURGBP', 'EURUSD'], plan: null },
      'EUR',
      'USD',
      'rate_unavailable',
    ],
    ['an unknown currency to sell', open, 'KPW', 'USD', 'currency_not_sellable'],
    ['an unknown currency to buy', open, 'USD', 'KPW', 'currency_not_buyable'],
    [
      'an unknown one beside a halted one',
      { quotes: [], halted: ['EURUSD'], plan: null },
      'USD',
      'KPW',
      'currency_not_buyable',
    ],
  ])('there is none for %s', (_, market, from, to, reason) =>
    expect(pricingOf(sell(from, to), market, null, spot)).toBe(reason),
  );

  it('is that of the legs, also while another pair of theirs is halted', () =>
    expect(pricingOf(sell('EUR', 'USD'), { ...open, halted: ['GBPUSD'] }, null, spot)).toMatchObject({
      price: { rate: '1.07', buyAmount: money('USD', 10_700n) },
    }));

  it('is that of a given quote, also while its pair is halted', () =>
    expect(
      pricingOf(
        sell('EUR', 'USD'),
        { quotes: [], halted: ['EURUSD'], plan: null },
        { quote: eurusd, margin: null },
        spot,
      ),
    ).toMatchObject({
      price: { rate: '1.07' },
    }));

  it('is awaited before the first rates', () =>
    expect(() => pricingOf(sell('EUR', 'USD'), { quotes: [], halted: [], plan: null }, null, spot)).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    ));
});
