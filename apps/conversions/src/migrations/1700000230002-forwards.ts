import { migrationOf } from '@corridor/event-store';

/** The open conversions with a received deposit are valued at the market now and then. */
export const Forwards1700000230002 = migrationOf(
  'Forwards1700000230002',
  [`CREATE INDEX open_trade_deposited ON open_trade (id) WHERE covered_minor > 0`],
  'forwards are found by it',
);
