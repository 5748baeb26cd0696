import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  instruction_not_pending: {
    status: 409,
    title: 'Instruction not pending',
    meaning: 'Only a PENDING payment instruction can be cancelled.',
    fix: 'Read the instruction. One that is SENT cannot be stopped; ask the beneficiary to return the money.',
    example: { instance: '/v1/payment-instructions/pi_01KDVDNA00C4S4H25DC29Q19RT/cancel' },
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
