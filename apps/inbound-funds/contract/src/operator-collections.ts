import type { Collection } from '@corridor/contracts';
import { bankCredit } from './records/bank-credit.js';
import { accountRequest, poolAccount } from './records/pool-account.js';

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
  poolAccounts: {
    name: 'pool-accounts',
    permission: 'bank:read',
    item: poolAccount,
    order: ['createdOn:DESC'],
    indexed: ['id', 'status', 'ccyCode', 'iban', 'accountNumber', 'client.id', 'walletId', 'createdOn'],
  },
  accountRequests: {
    name: 'collection-account-requests',
    permission: 'bank:read',
    item: accountRequest,
    order: ['createdOn:DESC'],
    indexed: ['id', 'status', 'ccyCode', 'client.id', 'walletId', 'createdOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
