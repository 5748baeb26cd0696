import { migrationOf } from '@corridor/event-store';

/** The forward points, as conversions has published them last. */
export const ForwardPoints1700000240003 = migrationOf(
  'ForwardPoints1700000240003',
  [`CREATE TABLE last_points (one boolean PRIMARY KEY DEFAULT true CHECK (one), curves json)`],
  'forward points are kept here',
);
