import type { Quote } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type MarginPlan, type MarginRule, type Trade, marginOf, withMargin } from './margin.js';

const rule = (basisPoints: number, where: Partial<MarginRule> = {}): MarginRule => ({
  ...{ ccyPair: null, ccyCode: null, maximumSize: null, maximumTenor: null, ...where },
  basisPoints,
});
const plan = (...rules: MarginRule[]): MarginPlan => ({
  ...{ id: 'mgp_1', basisPoints: 99, rules, maximumSlippage: null },
});
const trade = (more: Partial<Trade> = {}): Trade => ({
  ...{ sellCcyCode: 'GBP', buyCcyCode: 'EUR', size: new Decimal(10_000), term: null, ...more },
});
const inDays = (valueDate: string): Trade['term'] => ({
  valueDate,
  dateOf: (_, tenor) => (tenor === '1M' ? '2026-12-24' : tenor === 'SPOT' ? '2026-11-24' : '2027-05-24'),
});
const of = (rules: MarginRule[], more: Partial<Trade> = {}) =>
  marginOf(plan(...rules), trade(more)).basisPoints;

describe('the margin of a trade', () => {
  const pair = rule(10, { ccyPair: 'EURGBP' });
  const pound = rule(20, { ccyCode: 'GBP' });
  const any = rule(30);

  it('is that of its pair, then of one of its currencies, then of any, then that of the plan', () => {
    expect(of([any, pound, pair])).toBe(10);
    expect(of([any, pound, pair], { buyCcyCode: 'USD' })).toBe(20);
    expect(of([any, pound, pair], { sellCcyCode: 'JPY', buyCcyCode: 'USD' })).toBe(30);
    expect(of([pound, pair], { sellCcyCode: 'JPY', buyCcyCode: 'USD' })).toBe(99);
    expect(of([rule(20, { ccyCode: 'EUR' }), rule(25, { ccyCode: 'GBP' })])).toBe(25);
  });

  it('is that of the smallest size that holds it, to the amount itself', () => {
    const sizes = [rule(30), rule(10, { maximumSize: 10_000 }), rule(20, { maximumSize: 50_000 })];
    const at = (size: string) => of(sizes, { size: new Decimal(size) });
    expect(['0', '10000', '10000.01', '50000', '50000.01'].map(at)).toEqual([10, 10, 20, 20, 30]);
  });

  it('is that of the shortest tenor that holds its value date', () => {
    const terms = [rule(30), rule(20, { maximumTenor: '6M' }), rule(10, { maximumTenor: '1M' })];
    const at = (valueDate: string) => of(terms, { term: inDays(valueDate) });
    expect(['2026-11-24', '2026-12-24', '2026-12-25', '2027-05-24', '2027-05-25'].map(at)).toEqual([
      10, 10, 20, 20, 30,
    ]);
    expect(of(terms)).toBe(10);
  });
});

describe('a quote with a margin', () => {
  const eurgbp: Quote = { base: 'EUR', quote: 'GBP', bid: '0.8494', mid: '0.85', ask: '0.8506' };
  const charged = (basisPoints: number, quote = eurgbp) =>
    withMargin(quote, { planId: 'mgp_1', basisPoints });

  it('is worse for the client on both sides, rounded against it, around the same mid', () => {
    expect(charged(35)).toEqual({ ...eurgbp, bid: '0.846427', ask: '0.853578' });
    expect(charged(0.01)).toMatchObject({ bid: '0.849399', ask: '0.850601' });
  });

  it('has at least six digits, also of a tiny rate', () => {
    const tiny = { ...eurgbp, bid: '0.0000123456', mid: '0.0000123457', ask: '0.0000123458' };
    expect(charged(100, tiny)).toMatchObject({ bid: '0.0000122221', ask: '0.0000124693' });
  });

  it('is that of the market without a margin', () => {
    expect(charged(0)).toBe(eurgbp);
    expect(withMargin(eurgbp, null)).toBe(eurgbp);
  });
});
