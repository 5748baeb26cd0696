import { migrationOf, orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Columns and indexes for searches of instructions, payments and beneficiaries. */
export const SearchedPayments1700000010004 = migrationOf(
  'SearchedPayments1700000010004',
  [
    searchColumns('payment_instruction', {
      status: 'status',
      sell_ccy_code: 'sellCcyCode',
      buy_ccy_code: 'buyCcyCode',
      payment_date: 'paymentDate',
      beneficiary_id: 'beneficiary.id',
      linked_payment_id: 'linkedPaymentId',
      linked_conversion_id: 'linkedConversionId',
    }),
    ...orderIndex('payment_instruction', 'payment_instruction_newest', NEWEST_FIRST, [
      'status',
      'sell_ccy_code',
      'buy_ccy_code',
      'payment_date',
      'beneficiary_id',
    ]),
    ...valueIndexes(
      'payment_instruction',
      NEWEST_FIRST,
      ['status', 'payment_date', 'beneficiary_id'],
      ['linked_payment_id', 'linked_conversion_id'],
    ),

    searchColumns('payment', {
      status: 'status',
      ccy_code: 'amount.ccyCode',
      payment_date: 'paymentDate',
      beneficiary_id: 'beneficiary.id',
      linked_payment_instruction_id: 'linkedPaymentInstructionId',
    }),
    ...orderIndex('payment', 'payment_newest', NEWEST_FIRST, [
      'status',
      'ccy_code',
      'payment_date',
      'beneficiary_id',
    ]),
    ...valueIndexes(
      'payment',
      NEWEST_FIRST,
      ['status', 'payment_date', 'beneficiary_id'],
      ['linked_payment_instruction_id'],
    ),

    searchColumns('beneficiary', { status: 'status', ccy_code: 'bankAccount.ccyCode' }),
    ...orderIndex('beneficiary', 'beneficiary_newest', NEWEST_FIRST, ['status', 'ccy_code']),
  ],
  'searches need these columns and indexes',
);
