import { migrationOf } from '@corridor/event-store';

/** The pairs that are known but not traded, as published with the last rates. */
export const HaltedRates1700000140004 = migrationOf(
  'HaltedRates1700000140004',
  [`ALTER TABLE last_rates ADD halted json NOT NULL DEFAULT '[]'`],
  'rates are stored with it',
);
