import { defineContract, type ValuesOf } from '@corridor/contracts';
import { collections } from './collections.js';
import { messages } from './messages.js';
import { problems } from './problems.js';

const prefixes = { conversion: 'con', quote: 'quo', halt: 'hlt', hedge: 'hdg', marginPlan: 'mgp' } as const;

declare module '@corridor/kernel' {
  interface IdPrefixes extends ValuesOf<typeof prefixes> {}
}

export const contract = defineContract({
  service: 'conversions',
  owns: 'rates, margins, quotes, conversions, hedges; currencies, countries, settlement calendars',
  prefixes,
  permissions: ['conversions:read', 'conversions:write', 'rates:read'],
  problems,
  routes: [
    '/v1/rates',
    '/v1/quotes',
    '/v1/conversions',
    '/v1/reference-data',
    '/v1/simulators/conversions',
    '/operator/v1/dealing',
  ],
  messages,
  collections,
});

export { dateUnavailable } from './date-unavailable.js';
export { closeOutOf, closeOutOfDeposit, closeOutTransfer } from './close-out-transfer.js';
export { depositOf, depositRefund, depositRefundOf, depositTransfer } from './deposit-transfer.js';
export { type Exchange, exchangeTransfer } from './exchange-transfer.js';
export * from './market/forward-points.js';
export * from './market/margin.js';
export * from './market/market.js';
export * from './market/offer.js';
export * from './market/tenor.js';
export { SimulatedMarket } from './market/simulated-market.js';
export { quoteAround } from './market/spread.js';
export { refusedTrade } from './refused-trade.js';
export { operatorCollections } from './operator-collections.js';
export type { BookingRequest, Payout, QuoteUse } from './messages.js';
export type * from './records/index.js';
/** The same records as JSON Schema: `schemas.…`. */
export * as schemas from './records/index.js';
