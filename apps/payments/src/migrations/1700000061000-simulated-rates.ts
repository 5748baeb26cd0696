import { migrationOf } from '@corridor/event-store';

/** Whether the last rates are those of the simulated market, whose rates are known for every moment. */
export const SimulatedRates1700000061000 = migrationOf(
  'SimulatedRates1700000061000',
  [`ALTER TABLE last_rates ADD is_simulated boolean NOT NULL DEFAULT false`],
  'rates are stored with it',
);
