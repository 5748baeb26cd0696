import { migrationOf, orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Columns and indexes for searches of conversions. */
export const SearchedConversions1700000010003 = migrationOf(
  'SearchedConversions1700000010003',
  [
    searchColumns('conversion', {
      status: 'status',
      buy_ccy_code: 'buyAmount.ccyCode',
      sell_ccy_code: 'sellAmount.ccyCode',
      value_date: 'valueDate',
      linked_payment_instruction_id: 'linkedPaymentInstructionId',
    }),
    ...orderIndex('conversion', 'conversion_newest', NEWEST_FIRST, [
      'status',
      'buy_ccy_code',
      'sell_ccy_code',
      'value_date',
    ]),
    ...valueIndexes('conversion', NEWEST_FIRST, ['status', 'value_date'], ['linked_payment_instruction_id']),
  ],
  'searches need these columns and indexes',
);
