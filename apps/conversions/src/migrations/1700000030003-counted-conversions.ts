import { migrationOf, valueIndexes } from '@corridor/event-store';

/** Pages from indexes alone, of searches of conversions. The counters that it also added have been replaced since. */
export const CountedConversions1700000030003 = migrationOf(
  'CountedConversions1700000030003',
  [
    ...valueIndexes(
      'conversion',
      'created_on DESC, id DESC',
      ['status', 'value_date'],
      [],
      ['status', 'buy_ccy_code', 'sell_ccy_code', 'value_date'],
    ),
  ],
  'searches need these indexes',
);
