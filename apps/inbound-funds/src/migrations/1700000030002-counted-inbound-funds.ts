import { migrationOf, valueIndexes } from '@corridor/event-store';

/** Pages from indexes alone, of searches of inbound funds. The counters that it also added have been replaced since. */
export const CountedInboundFunds1700000030002 = migrationOf(
  'CountedInboundFunds1700000030002',
  [
    ...valueIndexes(
      'inbound_funds',
      'id DESC',
      ['status', 'credits_on'],
      [],
      ['status', 'ccy_code', 'credits_on'],
    ),
  ],
  'searches need these indexes',
);
