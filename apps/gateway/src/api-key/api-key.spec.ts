import { given } from '@corridor/testing';
import { type ApiKeyDetails, type ApiKeyEvent, apiKey, createApiKey, revokeApiKey } from './api-key.js';

const details: ApiKeyDetails = { label: 'ERP', userId: 'usr_1', permissions: ['wallets:read'], digest: 'd' };
const created: ApiKeyEvent = { type: 'created', ...details };

describe('an API key', () => {
  test('can do what its user can do, or less', () => {
    given(apiKey)
      .when(createApiKey, { ...details, granted: ['wallets:read', 'wallets:write'] })
      .then(created);
    given(apiKey)
      .when(createApiKey, { ...details, permissions: [], granted: [] })
      .then({ ...created, permissions: [] });
  });

  test('can never do more', () =>
    given(apiKey)
      .when(createApiKey, { ...details, granted: ['wallets:write'] })
      .refuses('invalid_request'));

  test('is created once', () =>
    given(apiKey, created)
      .when(createApiKey, { ...details, granted: ['wallets:read'] })
      .refuses('already_exists'));

  test('is revoked for good', () => {
    given(apiKey, created).when(revokeApiKey).then({ type: 'revoked' });
    given(apiKey, created, { type: 'revoked' }).when(revokeApiKey).then();
    given(apiKey).when(revokeApiKey).refuses('not_found');
  });
});
