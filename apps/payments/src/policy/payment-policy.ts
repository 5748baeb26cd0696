import type { Aggregate, FieldIssue } from '@corridor/kernel';
import { type BeneficiaryResource, type Policy, mayBe } from '@corridor/payments-contract';
import { networkCountryOf } from '../beneficiary/local-networks.js';

/** What is refused in which countries and currencies (production.md §4). Each version replaces the one before. */
export interface State {
  /** Null before the first start. */
  readonly policy: Policy | null;
  /** Whether staff have set it; otherwise it is that of the settings. */
  readonly isOfStaff: boolean;
}

export type Event = { readonly type: 'policy_set'; readonly isOfStaff: boolean } & Policy;

export const paymentPolicy: Aggregate<State, Event> = {
  name: 'payment_policy',
  stateVersion: 1,
  initial: { policy: null, isOfStaff: false },
  evolve: (_, { type: __, isOfStaff, ...policy }) => ({ policy, isOfStaff }),
};

/** The one stream. */
export const POLICY = 'policy';

export const setPolicy =
  (policy: Policy) =>
  (_: State): Event[] => [{ type: 'policy_set', isOfStaff: true, ...policy }];

/** At the start: what the settings refuse is the policy until staff set one. */
export const follow =
  (ofSettings: Policy) =>
  ({ policy, isOfStaff }: State): Event[] => {
    const isSame = String(policy?.refusedCountries) === String(ofSettings.refusedCountries);
    return isOfStaff || isSame ? [] : [{ type: 'policy_set', isOfStaff: false, ...ofSettings }];
  };

/** A country, or the territory of one. */
export const isRefused = (code: string, { refusedCountries }: Policy): boolean =>
  refusedCountries.includes(code) || refusedCountries.includes(networkCountryOf(code));

interface Located {
  readonly address: Pick<BeneficiaryResource['address'], 'countryCode'>;
  readonly bankAccount: Pick<BeneficiaryResource['bankAccount'], 'bankCountryCode' | 'ccyCode'>;
}

/** What the policy refuses of a beneficiary: its countries, then the currency of its account. */
export function refusalsOf({ address, bankAccount }: Located, policy: Policy): FieldIssue[] {
  const countries = [
    ['#/address/countryCode', address?.countryCode],
    ['#/bankAccount/bankCountryCode', bankAccount?.bankCountryCode],
  ] as const;
  const ccyCode = bankAccount?.ccyCode;
  return [
    ...countries
      .filter(([, code]) => code && isRefused(code, policy))
      .map(([pointer, code]) => ({
        pointer,
        code: 'country_refused',
        detail: `Beneficiaries and banks in ${code} are refused.`,
      })),
    ...(mayBe(policy, ccyCode, 'paid')
      ? []
      : [
          {
            pointer: '#/bankAccount/ccyCode',
            code: 'currency_refused',
            detail: `Payments in ${ccyCode} are refused.`,
          },
        ]),
  ];
}
