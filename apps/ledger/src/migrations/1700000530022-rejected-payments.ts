import { migrationOf } from '@corridor/event-store';
import { openBreaks } from './1700000430001-reconciliation.js';

/** What a bank rejects was never on its account: its movement and the one that gives it back are no breaks as long as no statement says so. */
export const IS_UNDONE = ` AND NOT EXISTS (
       SELECT FROM bank_movement AS undone WHERE undone.match IS NULL AND undone.bank_account = movement.bank_account
         AND undone.ccy_code = movement.ccy_code AND undone.reference = movement.reference AND undone.minor = -movement.minor)`;

export const RejectedPayments1700000530022 = migrationOf(
  'RejectedPayments1700000530022',
  [`CREATE OR REPLACE VIEW open_break AS ${openBreaks(IS_UNDONE).join(' UNION ALL ')}`],
  'breaks are read from it',
);
