import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = {
  status: 'status',
  of_client: 'client.id',
  conversion_id: 'conversion.id',
  ccy_code: 'amount.ccyCode',
};

/** What clients owe. */
export const ReceivableRecords1700000310001 = migrationOf(
  'ReceivableRecords1700000310001',
  [
    ...createReadModel('receivable'),
    searchColumns('receivable', fields),
    ...orderIndex('receivable', 'receivable_newest', NEWEST_FIRST, ['status']),
    ...valueIndexes('receivable', NEWEST_FIRST, Object.keys(fields)),
    ...writtenColumns('receivable', fields),
  ],
  'receivables are kept here',
);
