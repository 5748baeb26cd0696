import { migrationOf } from '@corridor/event-store';

/** The internal account for the deposits of conversions. */
export const Deposits1700000081001 = migrationOf(
  'Deposits1700000081001',
  [
    `ALTER TABLE account DROP CONSTRAINT account_kind_check,
     ADD CONSTRAINT account_kind_check
       CHECK (kind IN ('wallet', 'fx_position', 'settlement', 'fees', 'suspense', 'deposits'))`,
  ],
  'the account has postings',
);
