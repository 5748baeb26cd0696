import { addCounters, migrationOf, valueIndexes, writtenColumns } from '@corridor/event-store';
import { daysOf } from '@corridor/search';

/** Columns that are written with conversions, and counters that lock nothing. */
export const CountedChangesOfConversions1700000033003 = migrationOf(
  'CountedChangesOfConversions1700000033003',
  [
    ...writtenColumns(
      'conversion',
      {
        status: 'status',
        buy_ccy_code: 'buyAmount.ccyCode',
        sell_ccy_code: 'sellAmount.ccyCode',
        value_date: 'valueDate',
        linked_payment_instruction_id: 'linkedPaymentInstructionId',
        buy_amount: 'buyAmount.value',
        sell_amount: 'sellAmount.value',
        updated_on: 'auditHistory.updated.on',
      },
      ['buy_amount', 'sell_amount'],
    ),
    ...valueIndexes('conversion', 'id', ['buy_amount', 'sell_amount'], [], ['created_on']),
    ...valueIndexes('conversion', 'id', ['updated_on']),
    ...addCounters('conversion', [
      { table: 'conversion_count', columns: ['status', 'buy_ccy_code', 'sell_ccy_code'] },
      { table: 'conversion_count_by_day', columns: ['status'], span: daysOf('created_on') },
      {
        table: 'conversion_count_by_value_date',
        columns: ['value_date', 'status', 'buy_ccy_code', 'sell_ccy_code'],
      },
      {
        table: 'conversion_count_by_day_and_ccy',
        columns: ['status', 'buy_ccy_code', 'sell_ccy_code'],
        span: daysOf('created_on'),
      },
    ]),
  ],
  'searches need these columns and counters',
);
