import { migrationOf, valueIndexes } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Pages from indexes alone, of searches of instructions and payments. The counters that it also added have been replaced since. */
export const CountedPayments1700000030004 = migrationOf(
  'CountedPayments1700000030004',
  [
    ...valueIndexes(
      'payment_instruction',
      NEWEST_FIRST,
      ['status', 'payment_date', 'beneficiary_id'],
      [],
      ['status', 'sell_ccy_code', 'buy_ccy_code', 'payment_date'],
    ),
    ...valueIndexes(
      'payment',
      NEWEST_FIRST,
      ['status', 'payment_date', 'beneficiary_id'],
      [],
      ['status', 'ccy_code', 'payment_date'],
    ),
  ],
  'searches need these indexes',
);
