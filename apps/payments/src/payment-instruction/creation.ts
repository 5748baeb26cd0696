import { type Currencies, lastAcceptedDate, settlementDate, termOn } from '@corridor/calendars';
import type { PaymentType } from '@corridor/contracts';
import {
  type Market,
  type Offer,
  dateUnavailable,
  dependsOnDate,
  isHalted,
  knows,
  offerOf,
  priceAt,
  refusedTrade,
} from '@corridor/conversions-contract';
import type { BeneficiaryResource, ChargeType } from '@corridor/payments-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Money,
  type ProblemCode,
  type Timestamp,
  dateOf,
  parPrice,
  refuse,
} from '@corridor/kernel';
import type { Policy } from '@corridor/payments-contract';
import { type FeePlan, feeFor } from '../fees/fee-plan.js';
import { summaryOf } from '../beneficiary/summary.js';
import { invalid, paymentDatePassed } from '../issues.js';
import { route } from '../route.js';
import { type Event, type State, lifecycle } from './payment-instruction.js';
import type { Indicative, Priced, Quoting } from './terms.js';

/** The request of a client; each field is valid by itself (interface-spec 4.3). */
export interface Request {
  readonly order: ConversionOrder;
  readonly paymentDate: CalendarDate;
  /** Null only in PRODUCTION: the beneficiary decides. */
  readonly paymentType: PaymentType | null;
  readonly chargeType: ChargeType | null;
  readonly narrative: string;
  readonly metadata: string | null;
}

/** The current data that the request depends on. */
export interface Circumstances {
  /** Null if the client has no such beneficiary. */
  readonly beneficiary: BeneficiaryResource | null;
  readonly policy: Policy;
  /** Null for no fees. */
  readonly feePlan: Pick<FeePlan, 'rules'> | null;
  readonly market: Offer;
  readonly now: Timestamp;
  /** Whether it waits for a checker. */
  readonly needsChecker: boolean;
}

/** @throws Refusal for the first of: payment date in the past, rates, currencies, beneficiary, payment date, amount */
export function create(state: State, request: Request, circumstances: Circumstances): Event[] {
  lifecycle.requireStatus(state, 'create');
  const { order } = request;
  const { market, now, needsChecker } = circumstances;
  requireNotPassed(request.paymentDate, dateOf(now));
  requireQuoted(order, market);
  const { fee, ...terms } = termsOf(request, circumstances);
  const indicative = indicativeOf(order, request.paymentDate, { market, now });
  return [{ type: 'created', ...terms, ...indicative, quoteId: null, needsChecker }, ...feeSet(fee)];
}

/**
 * The same at the price of a quote, which conversions has. @throws Refusal as {@link create}, except for rates and amount;
 * `quote_not_held` if it would wait for a checker
 */
export function createAtQuote(
  state: State,
  quoteId: string,
  request: Request,
  circumstances: Omit<Circumstances, 'market'>,
): Event[] {
  lifecycle.requireStatus(state, 'create');
  requireNotPassed(request.paymentDate, dateOf(circumstances.now));
  if (circumstances.needsChecker) throw refuse('quote_not_held');
  return [{ type: 'quote_requested', quoteId, ...termsOf(request, circumstances) }];
}

function requireNotPassed(paymentDate: CalendarDate, today: CalendarDate): void {
  if (paymentDate < today) throw invalid(paymentDatePassed);
}

type Agreed = Omit<Quoting, 'quoteId'>;

function termsOf(request: Request, circumstances: Omit<Circumstances, 'market'>): Agreed {
  const { order, paymentDate, narrative, metadata } = request;
  const requested = { ...request, ccyCode: order.buyCcyCode };
  const { beneficiary, paymentType, chargeType } = route(
    requested,
    circumstances.beneficiary,
    '#/buyCcyCode',
    circumstances.policy,
  );
  const untradable = refusedTrade(circumstances.policy, order);
  if (untradable) throw refuse(untradable);
  if (paymentDate > lastAcceptedDate(dateOf(circumstances.now)))
    throw dateUnavailable(paymentDatePassed.pointer);
  const charged = {
    kind: 'PAYMENT_INSTRUCTION',
    ccyCode: order.buyCcyCode,
    paymentType,
    chargeType,
  } as const;
  return {
    beneficiary: summaryOf(beneficiary),
    order,
    paymentDate,
    paymentType,
    chargeType,
    narrative,
    metadata,
    fee: feeFor(circumstances.feePlan, charged)?.total ?? null,
  };
}

/** @throws Refusal before the first rates, for the first currency that they do not have, and for a halted pair */
function requireQuoted(currencies: Currencies, market: Market): void {
  requireKnown(currencies, market);
  if (isHalted(market, currencies.sellCcyCode, currencies.buyCcyCode)) throw refuse('rate_unavailable');
}

/** @throws Refusal before the first rates, and for the first currency that they do not have */
export function requireKnown({ sellCcyCode, buyCcyCode }: Currencies, market: Market): void {
  if (market.quotes.length === 0 && market.halted.length === 0)
    throw refuse('unavailable', 'No exchange rates have been published yet.');
  if (!knows(market, sellCcyCode)) throw refuse('currency_not_sellable');
  if (!knows(market, buyCcyCode)) throw refuse('currency_not_buyable');
}

/** What the conversion would cost now. @throws Refusal without a rate for its date, or if it cannot be converted */
export function indicativeOf(
  order: ConversionOrder,
  paymentDate: CalendarDate,
  { market, now }: Pick<Circumstances, 'market' | 'now'>,
): Indicative {
  if (order.sellCcyCode === order.buyCcyCode)
    return {
      indicativePrice: parPrice(order),
      indicativeQuote: null,
      indicativeMargin: null,
      maximumSlippage: null,
    };
  const priced = pricedOn(order, paymentDate, { market, now });
  if (typeof priced === 'string') throw refuse(priced);
  return {
    indicativePrice: priced.price,
    indicativeQuote: priced.quote,
    indicativeMargin: priced.margin,
    maximumSlippage: market.plan?.maximumSlippage ?? null,
  };
}

/** The price of the market, or why there is none. */
export function pricedOn(
  order: ConversionOrder,
  paymentDate: CalendarDate,
  { market, now }: Pick<Circumstances, 'market' | 'now'>,
): Priced | ProblemCode {
  const term = dependsOnDate(market, order)
    ? termOn(settlementDate(order, paymentDate, now), dateOf(now))
    : null;
  const offered = offerOf(market, { ...order, term });
  if (!offered) return 'rate_unavailable';
  const price = priceAt(order, offered);
  return price ? { price, ...offered } : 'amount_not_convertible';
}

/** What follows the creation. */
export const feeSet = (fee: Money | null | undefined): Event[] => (fee ? [{ type: 'fee_set', fee }] : []);
