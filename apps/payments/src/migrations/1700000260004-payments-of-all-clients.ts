import { indexesOfAllClients, migrationOf } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Staff search the instructions, payments and beneficiaries of all clients. */
export const PaymentsOfAllClients1700000260004 = migrationOf(
  'PaymentsOfAllClients1700000260004',
  [
    ...indexesOfAllClients(
      'payment_instruction',
      NEWEST_FIRST,
      [
        'status',
        'sell_ccy_code',
        'buy_ccy_code',
        'amount',
        'payment_date',
        'beneficiary_id',
        'linked_payment_id',
        'linked_conversion_id',
        'updated_on',
      ],
      { values: ['status'], sparse: ['linked_payment_id', 'linked_conversion_id'], numbers: ['amount'] },
    ),
    ...indexesOfAllClients(
      'payment',
      NEWEST_FIRST,
      [
        'status',
        'ccy_code',
        'amount',
        'payment_date',
        'beneficiary_id',
        'linked_payment_instruction_id',
        'updated_on',
      ],
      { values: ['status'], sparse: ['linked_payment_instruction_id'], numbers: ['amount'] },
    ),
    ...indexesOfAllClients('beneficiary', NEWEST_FIRST, ['status', 'ccy_code', 'updated_on']),
  ],
  'searches need these indexes',
);
