import { migrationOf } from '@corridor/event-store';

/** How staff have rated the risk of clients, for the rules of manual review. */
export const ClientRatings1700000220002 = migrationOf(
  'ClientRatings1700000220002',
  [`CREATE TABLE client_rating (client_id text PRIMARY KEY, risk_rating text NOT NULL)`],
  'clients are rated',
);
