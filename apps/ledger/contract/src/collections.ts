import type { Collection } from '@corridor/contracts';
import { transaction } from './records/transaction.js';
import { walletSummary } from './records/wallet.js';

/** The searchable collections, by default newest first (decisions §5). */
export const collections = {
  // It has no creation time; its ids increase with time.
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
      'amount.value',
      'reason',
      'relatedEntity.reference',
      'relatedEntity.details.description',
    ],
    unique: ['sortPriority'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
