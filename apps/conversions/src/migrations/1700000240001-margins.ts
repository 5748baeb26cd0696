import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = { name: 'name' };

/** Margin plans, and who has which. */
export const Margins1700000240001 = migrationOf(
  'Margins1700000240001',
  [
    ...createReadModel('margin_plan'),
    searchColumns('margin_plan', fields),
    ...orderIndex('margin_plan', 'margin_plan_newest', NEWEST_FIRST, Object.keys(fields)),
    ...valueIndexes('margin_plan', NEWEST_FIRST, Object.keys(fields)),
    ...writtenColumns('margin_plan', fields),
    ...createReadModel('client_margin_plan'),
  ],
  'margin plans are kept here',
);
