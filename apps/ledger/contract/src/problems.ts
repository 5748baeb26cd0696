import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  wallet_exists: {
    status: 409,
    title: 'Wallet exists',
    meaning: 'A client has at most one wallet per currency.',
    fix: 'Use the wallet that exists: `GET /v1/wallets/{ccyCode}`.',
    example: { instance: '/v1/wallets', detail: 'The client has a GBP wallet.' },
  },
  insufficient_funds: {
    status: 422,
    title: 'Insufficient funds',
    meaning: 'The balance of the wallet is lower than the amount. Nothing changed.',
    fix: 'Fund the wallet, or send less. Then repeat the request, also with the same idempotency key.',
    example: { instance: '/v1/simulators/payment-instructions/pi_01KDVDNA00C4S4H25DC29Q19RT/send' },
  },
  wallet_full: {
    status: 422,
    title: 'Wallet full',
    meaning: 'The balance would have more than 12 digits before the decimal point. Nothing changed.',
    fix: 'Pay or convert some of the balance first.',
    example: { instance: '/v1/simulators/inbound-funds/credit' },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
