import { addCounters, migrationOf, valueIndexes, writtenColumns } from '@corridor/event-store';

/** Columns that are written with inbound funds, and counters that lock nothing. */
export const CountedChangesOfInboundFunds1700000033002 = migrationOf(
  'CountedChangesOfInboundFunds1700000033002',
  [
    ...writtenColumns(
      'inbound_funds',
      { status: 'status', ccy_code: 'amount.ccyCode', credits_on: 'creditsOn', amount: 'amount.value' },
      ['amount'],
    ),
    ...valueIndexes('inbound_funds', 'id', ['amount']),
    ...addCounters('inbound_funds', [
      { table: 'inbound_funds_count', columns: ['status', 'ccy_code'] },
      { table: 'inbound_funds_count_by_time', columns: ['status'], span: { column: 'id', length: 9 } },
    ]),
  ],
  'searches need these columns and counters',
);
