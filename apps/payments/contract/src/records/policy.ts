import { ccyCode, countryCode, listOf, named, part, type RecordOf } from '@corridor/contracts';
import { version } from './version.js';

/** What may be done with a currency. */
export const currencyUses = ['held', 'sold', 'bought', 'paid', 'received'] as const;
export type CurrencyUse = (typeof currencyUses)[number];

/** The currencies that may not be used so. */
export const refusedCurrencies = part({
  held: listOf(ccyCode),
  sold: listOf(ccyCode),
  bought: listOf(ccyCode),
  paid: listOf(ccyCode),
  received: listOf(ccyCode),
});

/** What is refused in which countries and currencies (production.md §4). */
export const policy = named('Policy', {
  refusedCountries: listOf(countryCode),
  refusedCurrencies,
  ...version,
});
export type PolicyResource = RecordOf<typeof policy>;
