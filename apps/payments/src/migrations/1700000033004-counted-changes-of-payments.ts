import { addCounters, migrationOf, orderIndex, valueIndexes, writtenColumns } from '@corridor/event-store';
import { daysOf } from '@corridor/search';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Columns that are written with instructions, payments and beneficiaries, and counters that lock nothing. */
export const CountedChangesOfPayments1700000033004 = migrationOf(
  'CountedChangesOfPayments1700000033004',
  [
    ...writtenColumns(
      'payment_instruction',
      {
        status: 'status',
        sell_ccy_code: 'sellCcyCode',
        buy_ccy_code: 'buyCcyCode',
        payment_date: 'paymentDate',
        beneficiary_id: 'beneficiary.id',
        linked_payment_id: 'linkedPaymentId',
        linked_conversion_id: 'linkedConversionId',
        amount: 'amount',
        updated_on: 'auditHistory.updated.on',
      },
      ['amount'],
    ),
    ...orderIndex('payment_instruction', 'payment_instruction_newest', NEWEST_FIRST, [
      'status',
      'sell_ccy_code',
      'buy_ccy_code',
      'payment_date',
      'beneficiary_id',
      'amount',
    ]),
    ...valueIndexes('payment_instruction', 'id', ['amount'], [], ['created_on']),
    ...valueIndexes('payment_instruction', 'id', ['updated_on']),
    ...addCounters('payment_instruction', [
      { table: 'payment_instruction_count', columns: ['status', 'sell_ccy_code', 'buy_ccy_code'] },
      { table: 'payment_instruction_count_by_day', columns: ['status'], span: daysOf('created_on') },
      {
        table: 'payment_instruction_count_by_payment_date',
        columns: ['payment_date', 'status', 'sell_ccy_code', 'buy_ccy_code'],
      },
      {
        table: 'payment_instruction_count_by_day_and_ccy',
        columns: ['status', 'sell_ccy_code', 'buy_ccy_code'],
        span: daysOf('created_on'),
      },
    ]),

    ...writtenColumns(
      'payment',
      {
        status: 'status',
        ccy_code: 'amount.ccyCode',
        payment_date: 'paymentDate',
        beneficiary_id: 'beneficiary.id',
        linked_payment_instruction_id: 'linkedPaymentInstructionId',
        amount: 'amount.value',
        updated_on: 'auditHistory.updated.on',
      },
      ['amount'],
    ),
    ...orderIndex('payment', 'payment_newest', NEWEST_FIRST, [
      'status',
      'ccy_code',
      'payment_date',
      'beneficiary_id',
      'amount',
    ]),
    ...valueIndexes('payment', 'id', ['amount'], [], ['created_on']),
    ...valueIndexes('payment', 'id', ['updated_on']),
    ...addCounters('payment', [
      { table: 'payment_count', columns: ['status', 'ccy_code'] },
      { table: 'payment_count_by_day', columns: ['status'], span: daysOf('created_on') },
      { table: 'payment_count_by_payment_date', columns: ['payment_date', 'status', 'ccy_code'] },
      {
        table: 'payment_count_by_day_and_ccy',
        columns: ['status', 'ccy_code'],
        span: daysOf('created_on'),
      },
    ]),

    ...writtenColumns('beneficiary', {
      status: 'status',
      ccy_code: 'bankAccount.ccyCode',
      updated_on: 'auditHistory.updated.on',
    }),
    ...valueIndexes('beneficiary', 'id', ['updated_on']),
    ...addCounters('beneficiary', [
      { table: 'beneficiary_count', columns: ['status'] },
      { table: 'beneficiary_count_by_day', columns: [], span: daysOf('created_on') },
    ]),
  ],
  'searches need these columns and counters',
);
