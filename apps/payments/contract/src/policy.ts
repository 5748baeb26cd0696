import { type CurrencyUse, type PolicyResource, currencyUses } from './records/policy.js';

/** What is refused; the services know it by the last `payments.policy_set`. */
export type Policy = Pick<PolicyResource, 'refusedCountries' | 'refusedCurrencies'>;

/** Before the first message. */
export const everythingAllowed: Policy = {
  refusedCountries: [],
  refusedCurrencies: { held: [], sold: [], bought: [], paid: [], received: [] },
};

/** Whether the currency may be used in all of these ways. */
export const mayBe = (
  { refusedCurrencies }: Policy,
  ccyCode: string,
  ...uses: readonly CurrencyUse[]
): boolean => !uses.some((use) => refusedCurrencies[use].includes(ccyCode));

/** For people. */
export function described({ refusedCountries, refusedCurrencies }: Policy): string {
  const currencies = currencyUses.flatMap((use) =>
    refusedCurrencies[use].length > 0 ? [`${use}: ${refusedCurrencies[use].join(', ')}`] : [],
  );
  return `Refused are the countries ${refusedCountries.join(', ') || '–'} and the currencies ${currencies.join('; ') || '–'}.`;
}
