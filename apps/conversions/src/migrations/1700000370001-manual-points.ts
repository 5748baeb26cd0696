import { createReadModel, migrationOf } from '@corridor/event-store';

/** Forward points that dealers have entered. */
export const ManualPoints1700000370001 = migrationOf(
  'ManualPoints1700000370001',
  createReadModel('manual_points'),
  'entered forward points are kept here',
);
