import { createReadModel, migrationOf, orderIndex, searchColumns } from '@corridor/event-store';

const fields = { status: 'status', ccy_pair: 'ccyPair', cause: 'cause' };

/** Halts of pairs, and what dealers have entered: rates and dealing hours. */
export const DealingHalts1700000140001 = migrationOf(
  'DealingHalts1700000140001',
  [
    ...createReadModel('dealing_halt'),
    searchColumns('dealing_halt', fields),
    ...orderIndex('dealing_halt', 'dealing_halt_newest', 'created_on DESC, id DESC', Object.keys(fields)),
    ...createReadModel('manual_rate'),
    ...createReadModel('dealing_hours'),
  ],
  'halts are kept here',
);
