import { migrationOf } from '@corridor/event-store';

/** Forward points that dealers have entered, as conversions has published them last. */
export const EnteredPoints1700000370002 = migrationOf(
  'EnteredPoints1700000370002',
  [`ALTER TABLE last_points ADD COLUMN entered json NOT NULL DEFAULT '[]'`],
  'entered forward points are kept here',
);
