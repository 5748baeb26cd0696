import { table } from './currency-table.js';

/** An ISO 4217 currency as far as amounts and prices need it. */
export interface Currency {
  readonly code: string;
  readonly decimalPlaces: number;
  readonly name: string;
}

/** By code, in alphabetical order. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  table.map(([code, decimalPlaces, name]) => [code, { code, decimalPlaces, name }]),
);

export const isCurrency = (code: string): boolean => currencies.has(code);

/** @throws RangeError for a code that is no currency: callers check their input first. */
export function decimalPlaces(code: string): number {
  const currency = currencies.get(code);
  if (!currency) throw new RangeError(`no currency ${code}`);
  return currency.decimalPlaces;
}

/**
 * Of a pair, the one that stands first here is the base: the market's own order as far as it has one, then the
 * alphabet. The yen comes after the currencies that are quoted in it (SGDJPY, ZARJPY).
 */
const MARKET_ORDER = 'EUR GBP AUD NZD USD CAD CHF SGD HKD NOK SEK DKK PLN MXN ZAR TRY CNY JPY'.split(' ');

const ranks = new Map(
  [...new Set([...MARKET_ORDER, ...currencies.keys()])].map((code, rank) => [code, rank]),
);

/** Place of a currency in market order: smaller comes first. A code that is no currency comes after all. */
export const currencyRank = (code: string): number => ranks.get(code) ?? ranks.size;
