import { type OperatorSearchRoutes, operatorSearches } from '@corridor/http';
import { apiKeys } from '../api-key/api-key.view.js';
import { clients } from '../client/client.view.js';
import { users } from '../user/user.view.js';

/** Only the records of the client in the path. */
const ofClient: OperatorSearchRoutes['within'] = async ({ clientId = '' }, readModels) => {
  await readModels.ofAnyClient(clients, clientId);
  return { clientId };
};

const tag = 'Operator';

export const OperatorClientSearches = operatorSearches(clients, {
  tag,
  operation: 'searchClients',
  words: 'the clients',
});

export const OperatorUserSearches = operatorSearches(users, {
  tag,
  path: 'clients/:clientId/users',
  operation: 'searchUsers',
  words: 'the users of a client',
  within: ofClient,
});

export const OperatorApiKeySearches = operatorSearches(apiKeys, {
  tag,
  path: 'clients/:clientId/api-keys',
  operation: 'searchApiKeys',
  words: 'the API keys of a client, including revoked ones',
  within: ofClient,
});

export const OperatorAllUserSearches = operatorSearches(users, {
  tag,
  operation: 'searchAllUsers',
  words: 'the users of all clients',
});

export const OperatorAllApiKeySearches = operatorSearches(apiKeys, {
  tag,
  operation: 'searchAllApiKeys',
  words: 'the API keys of all clients, including revoked ones',
});
