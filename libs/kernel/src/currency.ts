import { table } from './currency-table.js';

/** The properties of an ISO 4217 currency that amounts and prices need. */
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

/** @throws RangeError for an unknown code: callers validate their input first. */
export function decimalPlaces(code: string): number {
  const currency = currencies.get(code);
  if (!currency) throw new RangeError(`no currency ${code}`);
  return currency.decimalPlaces;
}

/**
 * The base of a pair is the currency that comes first here: by market convention where there is one, then
 * alphabetically. The yen comes after the currencies that are quoted in it (SGDJPY, ZARJPY).
 */
const MARKET_ORDER = 'EUR GBP AUD NZD USD CAD CHF SGD HKD NOK SEK DKK PLN MXN ZAR TRY CNY JPY'.split(' ');

const ranks = new Map(
  [...new Set([...MARKET_ORDER, ...currencies.keys()])].map((code, rank) => [code, rank]),
);

/** Place of a currency in market order: smaller comes first. An unknown code comes last. */
export const currencyRank = (code: string): number => ranks.get(code) ?? ranks.size;
