import { CROSS_CURRENCY, type Quote } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type Liquidity, referenceRates } from './reference-rates.js';

/** From the mid to the bid, and to the ask, as a share of the mid. */
const HALF_SPREAD: Readonly<Record<Liquidity, string>> = {
  major: '0.0005',
  minor: '0.0015',
  emerging: '0.004',
};

const liquidity = new Map(referenceRates.rates.map((rate) => [rate.currency, rate.liquidity]));

/** The system's quote of a currency against the euro around the mid: wider for less traded currencies. */
export function quoteAround(currency: string, mid: Decimal): Quote {
  const half = mid.times(HALF_SPREAD[liquidity.get(currency) ?? 'emerging']);
  const places = decimalsOf(mid);
  return {
    base: CROSS_CURRENCY,
    quote: currency,
    bid: mid.minus(half).toDecimalPlaces(places, Decimal.ROUND_FLOOR).toFixed(),
    mid: mid.toFixed(),
    ask: mid.plus(half).toDecimalPlaces(places, Decimal.ROUND_CEIL).toFixed(),
  };
}

/** `1.158423`, `176.4213`, `19283.42`, `0.0518432`: at most six decimals, counted from the first that is not zero. */
export const decimalsOf = ({ e }: Decimal): number => (e < 0 ? 5 - e : Math.max(0, 6 - e));
