import { isWorseThan } from '@corridor/conversions-contract';
import { type ConversionOrder, type Money, type Price, money } from '@corridor/kernel';

/** A basis point, in the hundredths that a bound may have. */
const PARTS = 1_000_000n;

/**
 * What a client gets at least, or pays at most, on the side that is not fixed. Rounded in favour of the fill: the rounding of the price
 * alone makes nothing wait.
 * @param basisPoints by how many of them the price may be worse, with at most two decimals; null for no bound
 */
export function worstOf(
  { fixedSide }: ConversionOrder,
  { buyAmount, sellAmount }: Price,
  basisPoints: number | null,
): Money | null {
  if (basisPoints === null) return null;
  const share = BigInt(Math.round(basisPoints * 100));
  if (fixedSide === 'SELL') return money(buyAmount.ccyCode, (buyAmount.minor * (PARTS - share)) / PARTS);
  const most = sellAmount.minor * (PARTS + share);
  return money(sellAmount.ccyCode, (most + PARTS - 1n) / PARTS);
}

interface Bounded {
  readonly order: ConversionOrder;
  /** The indicative one. */
  readonly price: Price;
  readonly maximumSlippage: number | null;
}

/**
 * Whether the market has neither returned within the bound, nor moved by as much, either way, from the price at which the order was not
 * filled.
 */
export function isWhereItWas({ order, price, maximumSlippage }: Bounded, moved: Price, now: Price): boolean {
  const worseThan = (from: Price, to: Price) => {
    const worst = worstOf(order, from, maximumSlippage);
    return worst !== null && isWorseThan(worst, order, to);
  };
  return worseThan(price, now) && !worseThan(moved, now) && !worseThan(now, moved);
}
