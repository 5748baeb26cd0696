import { migrationOf } from '@corridor/event-store';

/** When a wallet that waits for a collection account was tried, and what had been imported until then. */
export const TriedWallets1700000370004 = migrationOf(
  'TriedWallets1700000370004',
  ['ALTER TABLE account_request ADD tried_place bigint, ADD tried_on text COLLATE "C"'],
  'the job needs these columns',
);
