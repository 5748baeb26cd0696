/** An ISO 4217 currency as far as amounts and prices need it. */
export interface Currency {
  readonly code: string;
  readonly decimalPlaces: number;
  readonly name: string;
}

/** Pairs are quoted with the currency that stands first here as base; all others follow in alphabetical order. */
const MARKET_ORDER = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF'];

const table: readonly Currency[] = [
  { code: 'GBP', decimalPlaces: 2, name: 'Pound Sterling' },
  { code: 'EUR', decimalPlaces: 2, name: 'Euro' },
  { code: 'USD', decimalPlaces: 2, name: 'US Dollar' },
  { code: 'JPY', decimalPlaces: 0, name: 'Yen' },
  { code: 'KWD', decimalPlaces: 3, name: 'Kuwaiti Dinar' },
];

export const currencies: ReadonlyMap<string, Currency> = new Map(table.map((ccy) => [ccy.code, ccy]));

export const isCurrency = (code: string): boolean => currencies.has(code);

/** @throws RangeError for a code that is no currency: callers check their input first. */
export function decimalPlaces(code: string): number {
  const currency = currencies.get(code);
  if (!currency) throw new RangeError(`no currency ${code}`);
  return currency.decimalPlaces;
}

/** Place of a currency in market order, for {@link marketPair}: smaller comes first. */
export function currencyRank(code: string): number {
  const listed = MARKET_ORDER.indexOf(code);
  if (listed >= 0) return listed;
  return MARKET_ORDER.length + [...currencies.keys()].sort().indexOf(code);
}
