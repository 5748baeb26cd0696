import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'id DESC';
const fields = { name: 'name' };

/** Fee plans, and who has which. */
export const FeePlans1700000350002 = migrationOf(
  'FeePlans1700000350002',
  [
    ...createReadModel('fee_plan'),
    searchColumns('fee_plan', fields),
    ...orderIndex('fee_plan', 'fee_plan_newest', NEWEST_FIRST, Object.keys(fields)),
    ...valueIndexes('fee_plan', NEWEST_FIRST, Object.keys(fields)),
    ...writtenColumns('fee_plan', fields),
    ...createReadModel('client_fee_plan'),
  ],
  'fee plans are kept here',
);
