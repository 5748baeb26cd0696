import type { Collection } from '@corridor/contracts';
import { adjustment, bookAccount } from './records/books.js';
import { bankBreak, bankStatement } from './records/reconciliation.js';
import { receivable } from './records/receivable.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  bookAccounts: {
    name: 'bookAccounts',
    permission: 'books:read',
    item: bookAccount,
    order: ['kind:ASC', 'ccyCode:ASC'],
    indexed: ['id', 'kind', 'ccyCode', 'clientId', 'bankAccount'],
  },
  adjustments: {
    name: 'adjustments',
    permission: 'books:read',
    item: adjustment,
    order: ['postedOn:DESC'],
    indexed: ['id', 'clientId', 'amount.ccyCode', 'debit', 'credit', 'postedOn'],
  },
  bankBreaks: {
    name: 'bankBreaks',
    permission: 'books:read',
    item: bankBreak,
    order: ['day:ASC'],
    indexed: ['id', 'kind', 'status', 'bankAccount', 'ccyCode', 'day'],
  },
  bankStatements: {
    name: 'bankStatements',
    permission: 'books:read',
    item: bankStatement,
    order: ['day:DESC', 'bankAccount:ASC'],
    indexed: ['id', 'statementId', 'bankAccount', 'ccyCode', 'day', 'status', 'receivedOn'],
  },
  receivables: {
    name: 'receivables',
    permission: 'receivables:read',
    item: receivable,
    order: ['openedOn:DESC'],
    indexed: ['id', 'status', 'client.id', 'conversion.id', 'amount.ccyCode', 'openedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
