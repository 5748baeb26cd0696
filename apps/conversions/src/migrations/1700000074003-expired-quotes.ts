import { migrationOf } from '@corridor/event-store';

/** The index of the quotes that are removed after a time. */
export const ExpiredQuotes1700000074003 = migrationOf(
  'ExpiredQuotes1700000074003',
  [`CREATE INDEX quote_expired ON quote (id) WHERE status = 'EXPIRED'`],
  'expired quotes are removed by it',
);
