import { indexesOfAllClients, migrationOf } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Staff search the conversions and quotes of all clients. */
export const ConversionsOfAllClients1700000260003 = migrationOf(
  'ConversionsOfAllClients1700000260003',
  [
    'DROP INDEX conversion_of_all', // that of the blotter, with fewer columns
    ...indexesOfAllClients(
      'conversion',
      NEWEST_FIRST,
      [
        'status',
        'buy_ccy_code',
        'sell_ccy_code',
        'buy_amount',
        'sell_amount',
        'value_date',
        'linked_payment_instruction_id',
        'updated_on',
      ],
      { sparse: ['linked_payment_instruction_id'] },
    ),
    ...indexesOfAllClients('quote', NEWEST_FIRST, ['status', 'sell_ccy_code', 'buy_ccy_code']),
  ],
  'searches need these indexes',
);
