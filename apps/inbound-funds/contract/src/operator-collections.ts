import type { Collection } from '@corridor/contracts';
import { bankCredit } from './records/bank-credit.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  bankCredits: {
    name: 'bank-credits',
    permission: 'bank:read',
    item: bankCredit,
    order: ['createdOn:DESC'],
    indexed: [
      'id',
      'status',
      'bankReference',
      'accountNumber',
      'client.id',
      'amount.ccyCode',
      'valueDate',
      'createdOn',
    ],
  },
} as const satisfies Readonly<Record<string, Collection>>;
