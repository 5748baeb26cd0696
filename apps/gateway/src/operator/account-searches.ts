import type { ReadModels } from '@corridor/event-store';
import { type OperatorSearchRoutes, operatorSearches } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { apiKeys } from '../api-key/api-key.view.js';
import { type ClientRow, clients } from '../client/client.view.js';
import { users } from '../user/user.view.js';

type Asked = Parameters<NonNullable<OperatorSearchRoutes['of']>>[0];

/** The caller in the name of the client in the path, whose records are searched. */
async function ofClient({ parameters, caller }: Asked, readModels: ReadModels): Promise<Caller> {
  const client = await readModels.find<ClientRow>(clients, parameters['clientId'] ?? '', caller);
  if (!client) throw refuse('not_found');
  return { ...caller, client: { id: client.id, name: client.name } };
}

const staff = { tag: 'Operator' };

export const OperatorClientSearches = operatorSearches(clients, {
  ...staff,
  operation: 'searchClients',
  words: 'the clients',
});

export const OperatorUserSearches = operatorSearches(users, {
  ...staff,
  path: 'clients/:clientId/users',
  operation: 'searchUsers',
  words: 'the users of a client',
  of: ofClient,
});

export const OperatorApiKeySearches = operatorSearches(apiKeys, {
  ...staff,
  path: 'clients/:clientId/api-keys',
  operation: 'searchApiKeys',
  words: 'the API keys of a client, including revoked ones',
  of: ofClient,
});
