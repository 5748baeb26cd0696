import { migrationOf, searchColumns } from '@corridor/event-store';

/** Staff search the rates and points that dealers have entered. */
export const SearchedEntries1700000530013 = migrationOf(
  'SearchedEntries1700000530013',
  [searchColumns('manual_rate', {}), searchColumns('manual_points', {})],
  'staff search what dealers have entered',
);
