import { migrationOf } from '@corridor/event-store';

/** The index of the deposits that can be paid: it does not grow with the history. */
export const AwaitedDeposits1700000081003 = migrationOf(
  'AwaitedDeposits1700000081003',
  [
    `CREATE INDEX conversion_awaiting_deposit ON conversion ((data #>> '{deposit,fundByDate}'), id)
     WHERE data #>> '{deposit,status}' = 'AWAITING_DEPOSIT'`,
  ],
  'deposits are due here',
);
