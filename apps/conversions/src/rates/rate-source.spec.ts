import { cross, isCurrency, timestamp } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import { Logger } from '@nestjs/common';
import { Decimal } from 'decimal.js';
import { PublishedRates } from './published/published-rates.js';
import { sheet } from './published/sheet.fixture.js';
import { rateOf } from './rate.js';
import type { RateSource } from './rate-source.js';
import { SimulatedRates } from './simulated-rates.js';
import { FeedRates } from './feed/feed-rates.js';
import { feed } from './feed/feed.fixture.js';

const at = new Date('2026-11-21T09:30:00Z');

async function published(): Promise<RateSource> {
  const source = new PublishedRates('/rates.xml', new TestClock(at), { read: async () => sheet() });
  await source.turn();
  return source;
}

async function fed(): Promise<RateSource> {
  const options = { pollMs: 5_000, maxAgeMs: 60_000, read: async () => feed('2026-11-21T09:29:59.000Z') };
  const source = new FeedRates('/rates.json', new TestClock(at), options);
  await source.turn();
  return source;
}

/** What every adapter of the port guarantees. */
describe.each<[string, () => Promise<RateSource>]>([
  ['simulated market', async () => new SimulatedRates()],
  ['published reference rates', published],
  ['feed', fed],
])('rate source: %s', (_, open) => {
  let source: RateSource;
  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    source = await open();
  });
  afterEach(() => jest.restoreAllMocks());

  it('quotes each currency once, against the euro, and none that is unknown', () => {
    const quotes = source.quotes(at);
    expect(quotes.length).toBeGreaterThanOrEqual(29);
    expect(new Set(quotes.map(({ base }) => base))).toEqual(new Set(['EUR']));
    expect(new Set(quotes.map(({ quote }) => quote)).size).toBe(quotes.length);
    for (const { quote } of quotes) expect(quote !== 'EUR' && isCurrency(quote)).toBe(true);
    expect(source.trouble()).toBeNull();
  });

  it('keeps 0 < bid ≤ mid ≤ ask, as plain decimals', () => {
    for (const { bid, mid, ask } of source.quotes(at)) {
      expect(new Decimal(bid).gt(0)).toBe(true);
      expect(new Decimal(bid).lte(mid)).toBe(true);
      expect(new Decimal(mid).lte(ask)).toBe(true);
      for (const rate of [bid, mid, ask]) expect(rate).toMatch(/^\d+(\.\d+)?$/);
    }
  });

  it('says how long each is valid, unless it never is too old', () => {
    for (const { quotedOn, validUntil } of source.quotes(at))
      if (source.isSimulated) expect([quotedOn, validUntil]).toEqual([null, null]);
      else expect([quotedOn! <= timestamp(at), validUntil! > timestamp(at)]).toEqual([true, true]);
  });

  it('is deterministic for a moment', () => {
    const before = source.quotes(at);
    source.quotes(new Date('2027-01-01T00:00:00Z'));
    expect(source.quotes(at)).toEqual(before);
  });

  it('gives a rate to every pair of its currencies, both ways and across', () => {
    const quotes = source.quotes(at);
    const all = ['EUR', ...quotes.map(({ quote }) => quote)];
    for (const [base, quote] of all.flatMap((one) => all.map((other) => [one, other] as const))) {
      const { sellRate, buyRate } = rateOf({ quotes, halted: [], plan: null }, base + quote)!;
      const market = cross(quotes, base, quote)!;
      const mid = market.base === base ? Number(market.mid) : 1 / Number(market.mid);
      expect(sellRate).toBeGreaterThan(0);
      expect(sellRate).toBeLessThanOrEqual(mid * (1 + 1e-9));
      expect(buyRate).toBeGreaterThanOrEqual(mid * (1 - 1e-9));
      for (const rate of [sellRate, buyRate]) expect(significantDecimals(rate)).toBeLessThanOrEqual(6);
      if (base === quote) expect([sellRate, buyRate]).toEqual([1, 1]);
    }
  });
});

/** Decimals, from the first that is not zero; for a rate of one or more all of them. */
function significantDecimals(rate: number): number {
  const decimals = new Decimal(rate).toFixed().split('.')[1] ?? '';
  return rate >= 1 ? decimals.length : decimals.replace(/^0+/, '').length;
}
