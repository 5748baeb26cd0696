import type { FieldIssue } from '@corridor/kernel';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { networkCountryOf } from './local-networks.js';

/** Where nobody is paid. */
export interface CountryPolicy {
  readonly refused: readonly string[];
}

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
