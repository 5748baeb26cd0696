import type { FieldIssue } from '@corridor/kernel';
import { list, setting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import type { BeneficiaryBody } from './beneficiary.body.js';

function countriesOf(text: string): readonly string[] {
  const codes = list(text);
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong === undefined) return codes;
  throw new Error(`must be country codes of two capital letters, separated by commas, not "${wrong}"`);
}

export const countryPolicy = settingsOf('countryPolicy', {
  refused: setting(
    'REFUSED_COUNTRIES',
    'CU,IR,KP,SY',
    'countries in which no beneficiary and no bank of a beneficiary may be: those under comprehensive sanctions',
    countriesOf,
  ),
});

export type CountryPolicy = ConfigType<typeof countryPolicy>;

/** The countries of a beneficiary that the policy refuses. */
export function refusedCountries(
  { address, bankAccount }: BeneficiaryBody,
  { refused }: CountryPolicy,
): FieldIssue[] {
  const countries = [
    ['#/address/countryCode', address?.countryCode],
    ['#/bankAccount/bankCountryCode', bankAccount?.bankCountryCode],
  ] as const;
  return countries
    .filter(([, code]) => code && refused.includes(code))
    .map(([pointer, code]) => ({
      pointer,
      code: 'country_refused',
      detail: `Beneficiaries and banks in ${code} are refused.`,
    }));
}
