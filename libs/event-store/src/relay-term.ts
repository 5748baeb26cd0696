import { migrationOf } from './migration.js';

/** Which lock the relay of the database holds: another one after a backend that holds it could not be ended. */
export const RelayTerm1700000031000 = migrationOf(
  'RelayTerm1700000031000',
  ['CREATE TABLE relay_term (term integer NOT NULL)', 'INSERT INTO relay_term VALUES (0)'],
  'relays of this version need it',
);
