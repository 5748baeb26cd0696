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
const fields = { status: 'status', sell_ccy_code: 'sellCcyCode', buy_ccy_code: 'buyCcyCode' };
const columns = Object.keys(fields);

/** Quotes, their searches, and the index of those that can expire. */
export const Quotes1700000062003 = migrationOf(
  'Quotes1700000062003',
  [
    ...createReadModel('quote'),
    searchColumns('quote', fields),
    ...orderIndex('quote', 'quote_newest', NEWEST_FIRST, columns),
    ...valueIndexes('quote', NEWEST_FIRST, ['status'], [], columns),
    ...writtenColumns('quote', fields),
    ...addCounters('quote', [
      { table: 'quote_count', columns },
      { table: 'quote_count_by_day', columns: ['status'], span: daysOf('created_on') },
    ]),
    `CREATE INDEX quote_active ON quote (id) WHERE status = 'ACTIVE'`,
  ],
  'quotes are kept here',
);
