import type { Collection } from '@corridor/contracts';
import { transaction } from './records/transaction.js';
import { walletSummary } from './records/wallet.js';

/** What clients can search, the newest first by default (decisions §5). */
export const collections = {
  // Says nowhere when it was made; its ids rise with time.
  wallets: {
    name: 'wallets',
    item: walletSummary,
    order: ['id:DESC'],
    indexed: ['id', 'ccyCode'],
  },
  transactions: {
    name: 'transactions',
    item: transaction,
    order: ['sortDate:DESC', 'sortPriority:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'wallet.id',
      'wallet.ccyCode',
      'amount.ccyCode',
      'signedAmount.ccyCode',
      'balance.ccyCode',
      'createdOn',
      'settlesOn',
      'completedOn',
      'sortDate',
      'sortPriority',
      'relatedEntity.id',
    ],
    unique: ['sortPriority'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
