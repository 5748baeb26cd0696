import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = { status: 'status', name: 'name', digest: 'digest' };

/** The files of the bank, and those that wait for a person. */
export const BankFiles1700000390001 = migrationOf(
  'BankFiles1700000390001',
  [
    ...createReadModel('bank_file'),
    searchColumns('bank_file', fields),
    ...orderIndex('bank_file', 'bank_file_newest', NEWEST_FIRST, ['status', 'name', 'digest']),
    ...valueIndexes('bank_file', NEWEST_FIRST, ['status', 'name', 'digest']),
    ...writtenColumns('bank_file', fields),
  ],
  'what has become of the files of the bank is not forgotten',
);
