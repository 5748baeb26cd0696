import { Decimal } from 'decimal.js';

/** A wider spread, as a share of the bid, is an error: of a feed, or of a dealer. */
export const MOST_SPREAD = 0.2;

export const isTooWide = (bid: Decimal.Value, ask: Decimal.Value): boolean =>
  new Decimal(ask).minus(bid).gt(new Decimal(bid).times(MOST_SPREAD));
