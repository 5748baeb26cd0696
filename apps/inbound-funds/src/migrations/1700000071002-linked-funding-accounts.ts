import {
  addCounters,
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';
import { daysOf } from '@corridor/search';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = { status: 'status' };
const columns = Object.keys(fields);

/** Linked funding accounts and their searches. */
export const LinkedFundingAccounts1700000071002 = migrationOf(
  'LinkedFundingAccounts1700000071002',
  [
    ...createReadModel('linked_funding_account'),
    searchColumns('linked_funding_account', fields),
    ...orderIndex('linked_funding_account', 'linked_funding_account_newest', NEWEST_FIRST, columns),
    ...valueIndexes('linked_funding_account', NEWEST_FIRST, columns, [], columns),
    ...writtenColumns('linked_funding_account', fields),
    ...addCounters('linked_funding_account', [
      { table: 'linked_funding_account_count', columns },
      { table: 'linked_funding_account_count_by_day', columns, span: daysOf('created_on') },
    ]),
  ],
  'linked funding accounts are kept here',
);
