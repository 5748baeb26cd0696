import { migrationOf } from '@corridor/event-store';

/** The user of the service may have Postgres look at the tables that a large statement has just changed: only their owner can. */
export const StatisticsOfLines1700000520001 = migrationOf(
  'StatisticsOfLines1700000520001',
  [
    `CREATE FUNCTION know_lines_and_movements() RETURNS void
     LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS 'ANALYZE bank_line, bank_movement'`,
  ],
  'statements are matched with it',
);
