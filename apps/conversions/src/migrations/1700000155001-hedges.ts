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
  external_reference: 'externalReference',
  counterparty: 'counterparty',
  buy_ccy_code: 'buyAmount.ccyCode',
  sell_ccy_code: 'sellAmount.ccyCode',
  value_date: 'valueDate',
};

/** Trades with banks. One that was cancelled may be recorded again. */
export const Hedges1700000155001 = migrationOf(
  'Hedges1700000155001',
  [
    ...createReadModel('hedge'),
    searchColumns('hedge', fields),
    ...orderIndex('hedge', 'hedge_newest', NEWEST_FIRST, ['status']),
    ...valueIndexes('hedge', NEWEST_FIRST, Object.keys(fields)),
    ...writtenColumns('hedge', fields),
    `CREATE UNIQUE INDEX hedge_reference ON hedge (external_reference) WHERE status = 'RECORDED'`,
  ],
  'hedges are kept here',
);
