import { type Margin, type Offer, priceAt } from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Money,
  type ProblemCode,
  type Quote,
  type Timestamp,
  money,
  refuse,
  subtract,
  zero,
} from '@corridor/kernel';
import { isEmpty, offeredFor } from './pricing.js';

/**
 * What it costs to end a booked conversion (production §5, ADR 44): the bought currency is sold again at the market. What is
 * missing of the sold amount is the loss of the client. A gain stays with the dealing desk.
 */
export interface CloseOut {
  /** The market quote of the opposite trade. */
  readonly quote: Quote;
  readonly margin: Margin | null;
  /** What the bought amount is worth in the sold currency. */
  readonly proceeds: Money;
  /** In the sold currency; zero if there is none. */
  readonly loss: Money;
  /** That stays with the dealing desk; zero if there is none. */
  readonly gain: Money;
}

/** A close-out that was shown to the client, and the moment until which it is charged as shown. */
export interface QuotedCloseOut extends CloseOut {
  readonly expiresOn: Timestamp;
}

/** How the loss was settled: charged to the wallet, and owed by the client. */
export interface SettledCloseOut extends CloseOut {
  readonly charged: Money;
  readonly receivable: Money;
}

export interface Trade {
  readonly valueDate: CalendarDate;
  readonly sellAmount: Money;
  readonly buyAmount: Money;
}

/** @throws Refusal without a price of the opposite trade */
export function closeOutAt(trade: Trade, market: Offer, now: Timestamp): CloseOut {
  const closeOut = valued(trade, market, now);
  if (typeof closeOut === 'string') throw refuse(closeOut);
  return closeOut;
}

/** Null without a price: the conversion stays booked until there is one. */
export function closeOutIfPriced(trade: Trade, market: Offer, now: Timestamp): CloseOut | null {
  const closeOut = isEmpty(market) ? 'unavailable' : valued(trade, market, now);
  return typeof closeOut === 'string' ? null : closeOut;
}

function valued(
  { sellAmount, buyAmount, valueDate }: Trade,
  market: Offer,
  now: Timestamp,
): CloseOut | ProblemCode {
  const sold: ConversionOrder = {
    sellCcyCode: buyAmount.ccyCode,
    buyCcyCode: sellAmount.ccyCode,
    fixedSide: 'SELL',
    amount: buyAmount,
  };
  const offered = offeredFor(sold, market, { now, valueDate });
  if (typeof offered === 'string') return offered;
  const smallest = priceAt({ ...sold, fixedSide: 'BUY', amount: money(sellAmount.ccyCode, 1n) }, offered);
  if (!smallest) return 'amount_not_convertible';
  const isWorthless = smallest.sellAmount.minor > buyAmount.minor;
  const proceeds = isWorthless ? zero(sellAmount.ccyCode) : priceAt(sold, offered)?.buyAmount;
  if (!proceeds) return 'amount_not_convertible';
  const [loss, gain] = [subtract(sellAmount, proceeds), subtract(proceeds, sellAmount)].map(orZero);
  const { quote, margin } = offered;
  return { quote, margin, proceeds, loss: loss as Money, gain: gain as Money };
}

const orZero = (amount: Money): Money => (amount.minor < 0n ? zero(amount.ccyCode) : amount);

/** The loss is in the wallet. */
export const chargedInFull = ({ quote, margin, proceeds, loss, gain }: CloseOut): SettledCloseOut => ({
  quote,
  margin,
  proceeds,
  loss,
  gain,
  charged: loss,
  receivable: zero(loss.ccyCode),
});

/** The wallet does not have the loss: what the deposit does not cover is owed. */
export function owed(closeOut: CloseOut, deposit: Money | null): SettledCloseOut {
  const { loss } = closeOut;
  const charged = deposit && deposit.minor < loss.minor ? deposit : deposit ? loss : zero(loss.ccyCode);
  return { ...closeOut, charged, receivable: subtract(loss, charged) };
}
