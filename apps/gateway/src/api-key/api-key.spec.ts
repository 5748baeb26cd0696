import { given } from '@corridor/testing';
import { type ApiKeyDetails, type ApiKeyEvent, apiKey, createApiKey, revokeApiKey } from './api-key.js';

const details: ApiKeyDetails = { label: 'ERP', userId: 'usr_1', permissions: ['wallets:read'], digest: 'd' };
const created: ApiKeyEvent = { type: 'created', ...details };

describe('an API key', () => {
  test('has at most the permissions of its user', () => {
    given(apiKey)
      .when(createApiKey, { ...details, granted: ['wallets:read', 'wallets:write'], taken: 49 })
      .then(created);
    given(apiKey)
      .when(createApiKey, { ...details, permissions: [], granted: [], taken: 0 })
      .then({ ...created, permissions: [] });
  });

  test('never has more permissions', () =>
    given(apiKey)
      .when(createApiKey, { ...details, granted: ['wallets:write'], taken: 0 })
      .refuses('invalid_request'));

  test('is one of 50 at most', () =>
    given(apiKey)
      .when(createApiKey, { ...details, granted: ['wallets:read'], taken: 50 })
      .refuses('limit_reached'));

  test('is created once', () =>
    given(apiKey, created)
      .when(createApiKey, { ...details, granted: ['wallets:read'], taken: 0 })
      .refuses('already_exists'));

  test('is revoked permanently', () => {
    given(apiKey, created).when(revokeApiKey).then({ type: 'revoked' });
    given(apiKey, created, { type: 'revoked' }).when(revokeApiKey).then();
    given(apiKey).when(revokeApiKey).refuses('not_found');
  });
});
