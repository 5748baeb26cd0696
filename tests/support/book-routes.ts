import type { Mutation } from './routes.js';

/** The routes of `/operator/v1` for accountants that change data. */
export const bookMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/operator/v1/books/adjustments',
    by: 'operator',
    body: ({ clientId }) => ({
      ...{ clientId, debit: 'fees', credit: 'wallet', ccyCode: 'GBP', amount: 12.5, reason: 'Fee waived' },
    }),
    texts: ['reason'],
  },
];
