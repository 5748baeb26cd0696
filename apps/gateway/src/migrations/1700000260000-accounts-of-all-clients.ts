import { indexesOfAllClients, migrationOf } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Staff search the users and API keys of all clients. */
export const AccountsOfAllClients1700000260000 = migrationOf(
  'AccountsOfAllClients1700000260000',
  [
    ...indexesOfAllClients('client_user', NEWEST_FIRST, ['status', 'email', 'last_name'], {
      values: ['email', 'last_name'],
    }),
    ...indexesOfAllClients('api_key', NEWEST_FIRST, ['status', 'user_id'], { values: ['user_id'] }),
  ],
  'searches need these indexes',
);
