import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  wallet_exists: {
    status: 409,
    title: 'Wallet exists',
    meaning: 'A client has at most one wallet per currency.',
    fix: 'Use the wallet that exists: `GET /v1/wallets/{ccyCode}`.',
  },
  insufficient_funds: {
    status: 422,
    title: 'Insufficient funds',
    meaning: 'The balance of the wallet is lower than the amount. Nothing changed.',
    fix: 'Fund the wallet, or send less. Then repeat the request, also with the same idempotency key.',
  },
  wallet_full: {
    status: 422,
    title: 'Wallet full',
    meaning: 'The balance would have more than 12 digits before the decimal point. Nothing changed.',
    fix: 'Pay or convert some of the balance first.',
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
