import { migrationOf } from '@corridor/event-store';

/** Clients that were closed: their wallets get no accounts. */
export const ClosedClients1700000320001 = migrationOf(
  'ClosedClients1700000320001',
  [`CREATE TABLE closed_client (client_id text PRIMARY KEY)`],
  'closed clients would get accounts again',
);
