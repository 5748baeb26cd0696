import { migrationOf, orderIndex, searchColumns, writtenColumns } from '@corridor/event-store';

const fields = { staff_id: 'staffId' };

/** The keys of a member of staff are searched. */
export const SearchedStaffKeys1700000530012 = migrationOf(
  'SearchedStaffKeys1700000530012',
  [
    searchColumns('staff_key', fields),
    ...orderIndex('staff_key', 'staff_key_newest', 'created_on DESC, id DESC', ['staff_id']),
    ...writtenColumns('staff_key', fields),
  ],
  'staff search their keys',
);
