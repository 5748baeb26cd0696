import { type Price, type Quote, money } from '@corridor/kernel';
import type { Terms } from './terms.js';

export const today = '2026-11-20';
export const quote: Quote = { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' };
export const indicativePrice: Price = {
  ccyPair: 'EURGBP',
  rate: '0.86',
  buyAmount: money('EUR', 1000_00n),
  sellAmount: money('GBP', 860_00n),
};
export const terms: Terms = {
  beneficiary: { id: 'ben_1', displayName: 'Anna Schmidt', bankCountryCode: 'DE', bankAccount: null },
  order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: money('EUR', 1000_00n) },
  paymentDate: today,
  paymentType: 'REGULAR',
  chargeType: null,
  narrative: 'Invoice 4711',
  metadata: null,
  indicativePrice,
  indicativeQuote: quote,
  indicativeMargin: null,
  maximumSlippage: null,
  quoteId: null,
  needsChecker: false,
};
