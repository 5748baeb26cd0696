import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  instruction_not_pending: {
    status: 409,
    title: 'Instruction not pending',
    meaning: 'Only a PENDING payment instruction can be cancelled.',
    fix: 'Read the instruction. One that waits because its price has moved ends with `POST …/decline-price`. To stop one that is ACKNOWLEDGED or FILLED, ask the operator of Corridor. Once it is SENT, ask the operator to ask the bank, or the beneficiary to return the money.',
    example: { instance: '/v1/payment-instructions/pi_01KDVDNA00C4S4H25DC29Q19RT/cancel' },
  },
  checker_required: {
    status: 403,
    title: 'Checker required',
    meaning:
      'Only a checker of the client approves or rejects what waits. The idempotency key can be used again.',
    fix: 'Use a login or an API key of a checker; `GET /v1/auth/who-am-i` shows who is one. The operator of Corridor appoints them.',
    example: { instance: '/v1/payments/{id}/approve' },
  },
  maker_cannot_approve: {
    status: 409,
    title: 'Maker cannot approve',
    meaning: 'Nobody approves or rejects what they created, also not with another API key.',
    fix: 'Ask another checker. To withdraw it, cancel it.',
    example: { instance: '/v1/payments/{id}/approve' },
  },
  checker_limit_exceeded: {
    status: 422,
    title: 'Limit of the checker exceeded',
    meaning:
      'The amount is above the limit of this checker at the current mid rate, or no rate compares them.',
    fix: 'Ask a checker with a higher limit.',
    example: { instance: '/v1/payment-instructions/{id}/approve' },
  },
  quote_not_held: {
    status: 422,
    title: 'Quote not held',
    meaning:
      'The instruction would wait for a checker, and the price of a quote is not held for so long. The quote can still be used.',
    fix: 'Create it without `quoteId`: it is filled at the market rate after the approval. Or let a user create it whose limit allows it.',
    example: { instance: '/v1/payment-instructions' },
  },
  beneficiary_not_usable: {
    status: 422,
    title: 'Beneficiary not usable',
    meaning:
      'The beneficiary does not exist, is not active, it or its bank is in a country that is refused, or its bank account cannot receive this currency or payment type.',
    fix: '`errors` names the cause. Check the beneficiary with `GET /v1/beneficiaries/{id}`, or create another one.',
    example: {
      instance: '/v1/payment-instructions',
      detail: 'The beneficiary is archived.',
      errors: [{ pointer: '#/beneficiaryId', code: 'archived', detail: 'The beneficiary is archived.' }],
    },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
