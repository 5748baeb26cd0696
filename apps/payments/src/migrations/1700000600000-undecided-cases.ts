import { migrationOf } from '@corridor/event-store';

/** How many cases wait for staff, and since when, is read for metrics. */
export const UndecidedCases1700000600000 = migrationOf(
  'UndecidedCases1700000600000',
  [
    `CREATE INDEX screening_case_undecided ON screening_case (status, created_on) WHERE status IN ('OPEN', 'ASSIGNED')`,
  ],
  'metrics need this index',
);
