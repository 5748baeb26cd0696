import {
  ccyCode,
  clientReference,
  date,
  id,
  integer,
  listOf,
  money,
  named,
  part,
  type RecordOf,
} from '@corridor/contracts';
import { transaction } from './transaction.js';

/** The movements of a wallet in a period. */
export const statement = named('Statement', {
  client: clientReference,
  wallet: part({ id: id('wal'), ccyCode }),
  from: date,
  to: date,
  openingBalance: money,
  credits: money,
  debits: money,
  closingBalance: money,
  count: integer('Of the transactions.'),
  transactions: listOf(transaction),
});
export type StatementResource = RecordOf<typeof statement>;
