import { defineContract, type ValuesOf } from '@corridor/contracts';
import { collections } from './collections.js';
import { messages } from './messages.js';
import { problems } from './problems.js';

const prefixes = {
  wallet: 'wal',
  transaction: 'txn',
  adjustment: 'adj',
  receivable: 'rcv',
  bankBreak: 'brk',
} as const;

declare module '@corridor/kernel' {
  interface IdPrefixes extends ValuesOf<typeof prefixes> {}
}

export const contract = defineContract({
  service: 'ledger',
  owns: 'wallets, double-entry accounts and postings, transactions, adjustments, receivables, statements of banks',
  prefixes,
  permissions: ['transactions:read', 'wallets:read', 'wallets:write'],
  problems,
  routes: [
    '/v1/wallets',
    '/v1/transactions',
    '/v1/balance-history',
    '/operator/v1/books',
    '/operator/v1/receivables',
  ],
  messages,
  collections,
});

export type { TransferEntry, TransferRequest, TransferRequests } from './messages.js';
export { operatorCollections } from './operator-collections.js';
export type * from './records/index.js';
export { bookKinds, ledgerAccounts } from './records/books.js';
export { relatedFunds } from './related-funds.js';
/** The same records as JSON Schema: `schemas.…`. */
export * as schemas from './records/index.js';
