import type { ReadModel } from '@corridor/event-store';
import { operatorCollections } from '@corridor/ledger-contract';
import { searchable } from '@corridor/search';

/** Both are views: of what is open nothing is stored, so it is gone when both sides agree. */
export const breaks: ReadModel = {
  table: 'bank_break',
  searchable: searchable(operatorCollections.bankBreaks),
  columns: {
    id: 'id',
    kind: 'kind',
    status: 'status',
    bankAccount: 'bank_account',
    ccyCode: 'ccy_code',
    day: 'day',
  },
};

export const bankStatements: ReadModel = {
  table: 'bank_statement_record',
  searchable: searchable(operatorCollections.bankStatements),
  columns: {
    id: 'id',
    statementId: 'statement_id',
    bankAccount: 'bank_account',
    ccyCode: 'ccy_code',
    day: 'day',
    status: 'status',
    receivedOn: 'created_on',
  },
};
