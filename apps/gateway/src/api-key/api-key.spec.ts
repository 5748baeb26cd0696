import { upcast } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type ApiKeyDetails, type ApiKeyEvent, apiKey, createApiKey, revokeApiKey } from './api-key.js';

const details: ApiKeyDetails = {
  label: 'ERP',
  userId: 'usr_1',
  permissions: ['wallets:read'],
  digest: 'd',
  expiresOn: null,
  allowedAddresses: [],
};
const created: ApiKeyEvent = { type: 'created', ...details };

const now = '2026-11-21T09:30:00.000';

describe('an API key', () => {
  test('has at most the permissions of its user', () => {
    given(apiKey)
      .when(createApiKey, { ...details, now, granted: ['wallets:read', 'wallets:write'], taken: 49 })
      .then(created);
    given(apiKey)
      .when(createApiKey, { ...details, now, permissions: [], granted: [], taken: 0 })
      .then({ ...created, permissions: [] });
  });

  test('never has more permissions', () =>
    given(apiKey)
      .when(createApiKey, { ...details, now, granted: ['wallets:write'], taken: 0 })
      .refuses('invalid_request'));

  test('is one of 50 at most', () =>
    given(apiKey)
      .when(createApiKey, { ...details, now, granted: ['wallets:read'], taken: 50 })
      .refuses('limit_reached'));

  test('is created once', () =>
    given(apiKey, created)
      .when(createApiKey, { ...details, now, granted: ['wallets:read'], taken: 0 })
      .refuses('already_exists'));

  test('expires in the future, or never', () => {
    const expiring = (expiresOn: string) => ({
      ...details,
      now,
      expiresOn,
      granted: details.permissions,
      taken: 0,
    });
    given(apiKey).when(createApiKey, expiring(now)).refuses('invalid_request');
    given(apiKey)
      .when(createApiKey, expiring('2026-11-21T09:30:00.001'))
      .then({ ...created, expiresOn: '2026-11-21T09:30:00.001' });
  });

  test('that was created before keys could expire works from everywhere, for ever', () => {
    const { expiresOn: _, allowedAddresses: __, ...old } = created as ApiKeyDetails & { type: 'created' };
    expect(upcast(apiKey, old, 1)).toEqual(created);
  });

  test('is revoked permanently', () => {
    given(apiKey, created).when(revokeApiKey).then({ type: 'revoked' });
    given(apiKey, created, { type: 'revoked' }).when(revokeApiKey).then();
    given(apiKey).when(revokeApiKey).refuses('not_found');
  });
});
