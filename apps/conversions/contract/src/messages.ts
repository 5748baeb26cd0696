import {
  type DataOf,
  listOf,
  type MessageDefinitions,
  moneyOnWire,
  named,
  nullable,
  oneOf,
  part,
  problemCode,
  type RecordOf,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { tenors } from './market/tenor.js';
import { conversion } from './records/conversion.js';
import { marginPlan } from './records/margin-plan.js';

const quote = named(
  'Quote',
  {
    base: Type.String(),
    quote: Type.String(),
    bid: Type.String(),
    mid: Type.String(),
    ask: Type.String(),
  },
  'Market quote of `base`/`quote`: quote units per base unit, as decimal text. bid ≤ mid ≤ ask.',
);

const liveQuote = named(
  'LiveQuote',
  { ...quote.properties, quotedOn: nullable(timestamp), validUntil: nullable(timestamp) },
  'A market quote. From `validUntil` on it is not used, and its pair is halted; null for no limit.',
);

const curve = part(
  {
    ccyPair: Type.String(),
    points: listOf(part({ tenor: oneOf(...tenors), bid: Type.String(), ask: Type.String() })),
    quotedOn: timestamp,
    validUntil: timestamp,
  },
  'Forward points of a pair by tenor, in quote units for one base unit, as decimal text.',
);

const enteredPoints = part(
  {
    ccyPair: Type.String(),
    tenor: oneOf(...tenors),
    bid: Type.String(),
    ask: Type.String(),
    enteredOn: timestamp,
    expiresOn: timestamp,
  },
  'Forward points that dealers have entered for a tenor.',
);

const order = named(
  'Order',
  {
    sellCcyCode: Type.String(),
    buyCcyCode: Type.String(),
    fixedSide: oneOf('BUY', 'SELL'),
    amount: moneyOnWire,
  },
  'What a client sells and buys, fixed on one side by an amount.',
);

const price = named('PriceInMinorUnits', {
  ccyPair: Type.String({ description: 'Market convention, base then quote: `EURUSD`, never `USDEUR`.' }),
  rate: Type.String({ description: 'Quote units per base unit.' }),
  buyAmount: moneyOnWire,
  sellAmount: moneyOnWire,
});

const margin = nullable(
  part(
    { planId: Type.String(), basisPoints: Type.Number() },
    'What is added to the market quote against the client; null for nothing.',
  ),
);

const bookingRequest = part({
  conversionId: Type.String(),
  order,
  quote: nullable(quote),
  margin,
  // What the client gets at least, or pays at most, of the side that is not fixed; null for no limit.
  worst: nullable(moneyOnWire),
  valueDate: conversion.properties.valueDate,
  paymentInstructionId: nullable(Type.String()),
  metadata: nullable(Type.String()),
});
export type BookingRequest = RecordOf<typeof bookingRequest>;
/** Before version 2 clients were quoted the market, and took every price. */
const bookingRequestOf1 = (data: object) => ({ margin: null, worst: null, ...data });

const exchangeRequest = part({ conversionId: Type.String(), holdFor: nullable(Type.String()) });
/** In version 1 `holdFor` could be missing. */
const exchangeRequestOf1 = (data: Pick<RecordOf<typeof exchangeRequest>, 'conversionId'>) => ({
  holdFor: null,
  ...data,
});

/** Before version 3 quotes were valid until the next publication. */
const withoutHalts = ({ quotes, ...data }: { readonly quotes: readonly object[] }) => ({
  ...data,
  quotes: quotes.map((one) => ({ ...one, quotedOn: null, validUntil: null })),
  halted: [],
});

const quoteUse = part({
  quoteId: Type.String(),
  paymentInstructionId: Type.String(),
  order,
  paymentDate: conversion.properties.valueDate,
});
export type QuoteUse = RecordOf<typeof quoteUse>;
/** Before version 2 clients were quoted the market. */
const withoutMargin = (data: object) => ({ margin: null, ...data });
const use = { quoteId: Type.String(), paymentInstructionId: Type.String() };
const issue = part({ pointer: Type.String(), code: Type.String(), detail: Type.String() });

const outcome = { conversionId: Type.String(), paymentInstructionId: nullable(Type.String()) };
const declined = part({ ...outcome, reason: problemCode });
// `priced`: what was declined because it is worse than `worst`, with the market quote and the margin of its price.
const notBooked = part({
  ...declined.properties,
  priced: nullable(part({ quote, margin, price })),
  // Of a limit, with figures that are for staff; otherwise null.
  detail: nullable(Type.String()),
});
/** Before version 2 every price was taken. */
const notBookedOf1 = (data: object) => ({ priced: null, ...data });
const withoutDetail = (data: object) => ({ detail: null, ...data });
/** What a payment takes from wallets, each under the action of its transaction. */
const payout = part({ action: oneOf('PAYMENT', 'PAYMENT_FEE'), amount: moneyOnWire });
export type Payout = RecordOf<typeof payout>;
const cover = {
  coverId: Type.String(),
  paymentId: Type.String(),
  paymentInstructionId: nullable(Type.String()),
};
const withPayment = part({ ...outcome, paymentId: Type.String() });

/** Requests to conversions, and its facts. */
export const messages = {
  'conversions.booking_requested': {
    version: 2,
    description:
      'Books at the given quote with its margin (an indicative one that is honoured), or at the current market when it is null, unless the price is worse than `worst`.',
    data: bookingRequest,
    upcast: { 1: bookingRequestOf1 },
  },
  'conversions.exchange_requested': {
    version: 2,
    description:
      'Exchanges a booked conversion, and keeps the bought money for a transfer that is to follow.',
    data: exchangeRequest,
    upcast: { 1: exchangeRequestOf1 },
  },
  'conversions.booking_declined': {
    version: 3,
    description:
      'The requested conversion was not booked. With the reason `price_moved`, `priced` is what it would have cost.',
    data: notBooked,
    upcast: { 1: notBookedOf1, 2: withoutDetail },
  },
  'conversions.decline_ended': {
    version: 1,
    description:
      'What declined the booking for a payment instruction has ended: it can be requested again, under another id.',
    data: part({ conversionId: Type.String(), paymentInstructionId: Type.String() }),
  },
  'conversions.exchange_declined': {
    version: 1,
    description: 'The conversion was not exchanged and stays booked.',
    data: declined,
  },
  'conversions.cover_requested': {
    version: 1,
    description:
      'Asks, in PRODUCTION, whether these amounts can leave the wallets of a client although it has booked conversions. A request with the same `coverId` is one request.',
    data: part({ ...cover, payouts: listOf(payout) }),
  },
  'conversions.cover_granted': {
    version: 1,
    description: 'The amounts can leave: no conversion is booked with them until they have, or are released.',
    data: part(cover),
  },
  'conversions.cover_declined': {
    version: 1,
    description:
      'Booked conversions need a part of the balance (`needed`) beyond the credit of the client; `payable` is the rest, with what its credit allows.',
    data: part({ ...cover, needed: moneyOnWire, payable: moneyOnWire }),
  },
  'conversions.cover_decline_ended': {
    version: 1,
    description: 'What was declined can leave now: it can be requested again, under another id.',
    data: part(cover),
  },
  'conversions.cover_released': {
    version: 1,
    description: 'What was granted has not left: the ledger has declined it, or nothing is paid.',
    data: part({ coverId: Type.String(), paymentId: Type.String() }),
  },
  'conversions.payment_linked': {
    version: 1,
    description: 'The conversion shows the payment that it feeds.',
    data: withPayment,
  },
  'conversions.payment_failure_noted': {
    version: 1,
    description: 'The conversion shows the failed payment as it is now.',
    data: withPayment,
  },
  'conversions.date_changed': {
    version: 1,
    description: 'The conversion has another value date, at the price of that date.',
    data: part({ ...outcome, resource: conversion }),
  },
  'conversions.drawn_down': {
    version: 1,
    description:
      'A part of the conversion is a conversion of its own from now on, `drawnConversionId`: `resource` is what remains.',
    data: part({ ...outcome, drawnConversionId: Type.String(), resource: conversion }),
  },
  'conversions.quote_use_requested': {
    version: 1,
    description: 'Uses a firm quote for a payment instruction with these terms.',
    data: quoteUse,
  },
  'conversions.quote_used': {
    version: 2,
    description:
      'The payment instruction has this price: `quote` is the market quote that it was made from, with the margin.',
    data: part({ ...use, quote, margin, price }),
    upcast: { 1: withoutMargin },
  },
  'conversions.quote_refused': {
    version: 1,
    description: 'The quote was not used for the payment instruction; `issues` names what differs from it.',
    data: part({ ...use, reason: problemCode, detail: nullable(Type.String()), issues: listOf(issue) }),
  },
  'conversions.margin_plan_set': {
    version: 1,
    description: 'A margin plan was created or changed: this is all of it.',
    data: part({
      planId: Type.String(),
      basisPoints: Type.Number(),
      rules: marginPlan.properties.rules,
      maximumSlippage: marginPlan.properties.maximumSlippage,
    }),
  },
  'conversions.margin_plan_assigned': {
    version: 1,
    description:
      'A client has this margin plan, or again that of all clients (`planId` null). `clientId` null: all clients without their own.',
    data: part({ clientId: nullable(Type.String()), planId: nullable(Type.String()) }),
  },
  'conversions.points_published': {
    version: 1,
    description:
      'The forward points have changed: all curves, each of a pair with EUR. From `validUntil` on a curve is not used. Null: later dates are priced like spot. Over them lie the points in `entered`, until they expire; null, as an earlier build sends it, for none.',
    data: part({ curves: nullable(listOf(curve)), entered: nullable(listOf(enteredPoints)) }),
  },
  'conversions.rates_published': {
    version: 3,
    description:
      'The quotes of the market have changed, or what is halted: pairs in market order; one with EUR stands for all that are computed from it. The simulated market changes each second and can be asked for any moment, so it is published now and then.',
    data: part({ quotes: listOf(liveQuote), halted: listOf(Type.String()), isSimulated: Type.Boolean() }),
    upcast: { 1: (data: object) => ({ isSimulated: false, ...data }), 2: withoutHalts },
  },
  'conversion.booked': {
    version: 1,
    description: 'The conversion is agreed at a fixed rate.',
    data: part({ ...outcome, price, resource: conversion }),
    webhook: true,
  },
  'conversion.exchanged': {
    version: 1,
    description: 'The sold amount was debited and the bought amount credited.',
    // `paymentId`: of the payment for which the money was taken at the same time; null if the conversion was exchanged alone.
    data: part({ ...outcome, paymentId: nullable(Type.String()), resource: conversion }),
    webhook: true,
  },
  'conversion.cancelled': {
    version: 1,
    description: 'The conversion will not take place. The funds stay in the currency to be sold.',
    data: part({ ...outcome, resource: conversion }),
    webhook: true,
  },
  'conversion.awaiting_deposit': {
    version: 1,
    description: 'The conversion requires a deposit, which the client has to pay by its `fundByDate`.',
    data: part({ ...outcome, resource: conversion }),
    webhook: true,
  },
  'conversion.deposit_received': {
    version: 1,
    description: 'The client has paid the deposit of the conversion.',
    data: part({ ...outcome, resource: conversion }),
    webhook: true,
  },
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof messages> {}
}
