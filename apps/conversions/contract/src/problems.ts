import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  currency_not_sellable: {
    status: 422,
    title: 'Currency not sellable',
    meaning: 'Corridor does not sell this currency.',
    fix: 'Choose a currency whose `GET /v1/reference-data/currencies` says that it can be sold.',
    example: { instance: '/v1/payment-instructions' },
  },
  currency_not_buyable: {
    status: 422,
    title: 'Currency not buyable',
    meaning: 'Corridor does not buy this currency.',
    fix: 'Choose a currency whose `GET /v1/reference-data/currencies` says that it can be bought.',
    example: { instance: '/v1/payment-instructions' },
  },
  amount_not_convertible: {
    status: 422,
    title: 'Amount not convertible',
    meaning:
      'At the current rate the other amount of the conversion is below one minor unit or has more than 12 integer digits.',
    fix: 'Choose a larger or a smaller amount.',
    example: { instance: '/v1/payment-instructions' },
  },
  payment_date_unavailable: {
    status: 422,
    title: 'Payment date unavailable',
    meaning: 'Conversions and payments are accepted at most 12 months ahead, that day included.',
    fix: 'Choose a date of `GET /v1/reference-data/payment-instructions/payment-dates`.',
    example: { instance: '/v1/payment-instructions' },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
