import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  currency_not_sellable: {
    status: 422,
    title: 'Currency not sellable',
    meaning: 'This currency cannot be sold.',
    fix: 'Choose a currency whose `GET /v1/reference-data/currencies` says that it can be sold.',
    example: { instance: '/v1/payment-instructions' },
  },
  currency_not_buyable: {
    status: 422,
    title: 'Currency not buyable',
    meaning: 'This currency cannot be bought.',
    fix: 'Choose a currency whose `GET /v1/reference-data/currencies` says that it can be bought.',
    example: { instance: '/v1/payment-instructions' },
  },
  rate_unavailable: {
    status: 422,
    title: 'Rate unavailable',
    meaning:
      'There is no live rate of these currencies at the moment: their market is closed, the last rate is too old, or trading is halted. Nothing changed.',
    fix: 'Try again later. `GET /v1/rates` lists pairs without a rate in `meta.notQuoted`.',
    example: { instance: '/v1/payment-instructions' },
  },
  price_moved: {
    status: 422,
    title: 'Price moved',
    meaning:
      'The price is worse than the indicative one by more than your client accepts, or it is not the one that you accept. Nothing was booked.',
    fix: '`newPrice` of the payment instruction is the price now. Accept it with `POST /v1/payment-instructions/{id}/accept-price`, decline it, or wait until the market returns.',
    example: {
      instance: '/v1/payment-instructions/pi_01KDVDNA00C4S4H25DC29Q19RT/accept-price',
      detail: 'The rate is 1.1523 now.',
    },
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
    example: {
      instance: '/v1/payment-instructions',
      detail: 'Must be at most 12 months from today (UTC).',
      errors: [
        {
          pointer: '#/paymentDate',
          code: 'too_late',
          detail: 'Must be at most 12 months from today (UTC).',
        },
      ],
    },
  },
  deposit_required: {
    status: 422,
    title: 'Deposit required',
    meaning: 'A conversion is not exchanged before its deposit is received. Nothing changed.',
    fix: 'Pay the deposit with `POST /v1/conversions/{id}/pay-deposit`. Then repeat the request, also with the same idempotency key.',
    example: {
      instance: '/v1/simulators/conversions/con_01KDVDNA001Q4DQMYGKJ32241G/exchange',
      detail: 'The deposit can be paid until 2026-11-24T17:00:00.000.',
    },
  },
  exposure_limit_exceeded: {
    status: 422,
    title: 'Exposure limit exceeded',
    meaning:
      'With this conversion, the unsettled conversions of your client would be worth more than it may owe. Nothing was booked.',
    fix: 'Fund the wallet of the sold currency, settle or cancel other conversions, or ask for a higher limit.',
    example: {
      instance: '/v1/conversions',
      detail: 'The client would owe EUR 60123.45 for unsettled conversions; its limit is EUR 50000.00.',
    },
  },
  deal_limit_exceeded: {
    status: 422,
    title: 'Deal limit exceeded',
    meaning: 'One conversion of your client may not be worth so much. Nothing was booked.',
    fix: 'Convert a smaller amount, or ask for a higher limit.',
    example: {
      instance: '/v1/conversions',
      detail: 'It is worth EUR 60123.45; the limit of one conversion is EUR 50000.00.',
    },
  },
  quote_not_found: {
    status: 404,
    title: 'Quote not found',
    meaning: 'The quote does not exist, or it is not a quote of your client.',
    fix: 'Use the id of a quote that `GET /v1/quotes` returns, or request a quote with `POST /v1/quotes`.',
    example: { instance: '/v1/conversions' },
  },
  quote_used: {
    status: 409,
    title: 'Quote used',
    meaning: 'A quote can be used once, and this one was used for a conversion or a payment instruction.',
    fix: 'Read the quote: it names the record that used it. For another one, request another quote.',
    example: {
      instance: '/v1/conversions',
      detail: 'The quote was used for con_01KDVDNA001Q4DQMYGKJ32241G.',
    },
  },
  quote_expired: {
    status: 422,
    title: 'Quote expired',
    meaning: 'The price was firm until `expiresOn` of the quote.',
    fix: 'Request another quote, and use it before it expires.',
    example: { instance: '/v1/conversions', detail: 'The quote expired on 2026-11-21T09:31:00.123.' },
  },
  quote_mismatch: {
    status: 422,
    title: 'Not the terms of the quote',
    meaning: 'The request differs from its quote. `errors` names each field that differs.',
    fix: 'Send the currencies, fixed side, amount and date of the quote, or request a quote for these terms.',
    example: {
      instance: '/v1/conversions',
      errors: [
        { pointer: '#/amount', code: 'differs_from_quote', detail: 'Must be 1000.00, as in the quote.' },
      ],
    },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
