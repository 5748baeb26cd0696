import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  currency_not_sellable: {
    status: 422,
    title: 'Currency not sellable',
    meaning: 'Corridor does not sell this currency.',
  },
  currency_not_buyable: {
    status: 422,
    title: 'Currency not buyable',
    meaning: 'Corridor does not buy this currency.',
  },
  amount_not_convertible: {
    status: 422,
    title: 'Amount not convertible',
    meaning:
      'At the current rate the other amount of the conversion is below one minor unit or has more than 12 integer digits.',
  },
  payment_date_unavailable: {
    status: 422,
    title: 'Payment date unavailable',
    meaning: 'Conversions and payments are accepted at most 12 months ahead.',
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
