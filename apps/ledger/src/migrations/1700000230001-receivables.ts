import { migrationOf } from '@corridor/event-store';

/** The internal accounts for what clients owe after a close-out, and for what is written off of it. */
export const Receivables1700000230001 = migrationOf(
  'Receivables1700000230001',
  [
    `ALTER TABLE account DROP CONSTRAINT account_kind_check,
     ADD CONSTRAINT account_kind_check CHECK (
       kind IN ('wallet', 'fx_position', 'settlement', 'fees', 'suspense', 'deposits', 'receivables', 'write_offs')
     )`,
  ],
  'the accounts have postings',
);
