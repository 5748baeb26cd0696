import { migrationOf } from '@corridor/event-store';

/** Linked funding accounts show whose they are. */
export const HoldersOfAccounts1700000530032 = migrationOf(
  'HoldersOfAccounts1700000530032',
  [`UPDATE linked_funding_account SET data = (left(data::text, -1) || ',"accountHolderType":null}')::json`],
  'the field is a part of the records',
);
