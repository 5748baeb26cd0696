import type { ReadModel } from '@corridor/event-store';
import { operatorCollections } from '@corridor/ledger-contract';
import { searchable } from '@corridor/search';

/** All accounts with their balances: a view, so that a transfer writes nothing for it. */
export const bookAccounts: ReadModel = {
  table: 'book_account',
  searchable: searchable(operatorCollections.bookAccounts),
  columns: {
    id: 'id',
    kind: 'kind',
    ccyCode: 'ccy_code',
    clientId: 'of_client',
    bankAccount: 'bank_account',
  },
};
