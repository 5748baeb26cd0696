import type { FieldIssue } from '@corridor/kernel';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { list, setting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import { networkCountryOf } from './local-networks.js';

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
    'countries, with their territories, in which no beneficiary and no bank of one may be located: those under comprehensive sanctions. Beneficiaries there that are stored already are not paid',
    countriesOf,
  ),
});

export type CountryPolicy = ConfigType<typeof countryPolicy>;

/** A country, or the territory of one. */
export const isRefused = (code: string, { refused }: CountryPolicy): boolean =>
  refused.includes(code) || refused.includes(networkCountryOf(code));

interface Located {
  readonly address: Pick<BeneficiaryResource['address'], 'countryCode'>;
  readonly bankAccount: Pick<BeneficiaryResource['bankAccount'], 'bankCountryCode'>;
}

/** The countries of a beneficiary that the policy refuses. */
export function refusedCountries(
  { address, bankAccount }: Located,
  { refused }: CountryPolicy,
): FieldIssue[] {
  const countries = [
    ['#/address/countryCode', address?.countryCode],
    ['#/bankAccount/bankCountryCode', bankAccount?.bankCountryCode],
  ] as const;
  return countries
    .filter(([, code]) => code && isRefused(code, { refused }))
    .map(([pointer, code]) => ({
      pointer,
      code: 'country_refused',
      detail: `Beneficiaries and banks in ${code} are refused.`,
    }));
}
