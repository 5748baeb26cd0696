import { permissions } from '@corridor/services';
import { type Person, TestGateway } from './gateway.fixture.js';

describe('who am I', () => {
  let gateway: TestGateway;
  let ada: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    const { id } = await gateway.client({
      name: 'Acme Ltd',
      code: 'ACME',
      clientType: 'Personal',
      companyWebsite: 'https://acme.example',
    });
    ada = await gateway.person({ clientId: id });
  });
  afterAll(() => gateway.stop());

  const identity = () => ({
    user: {
      id: ada.userId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: ada.email,
      status: 'Active',
      dateOfLastLogin: null,
      settings: { locale: 'en-GB', avatarUrl: null },
    },
    client: {
      id: ada.clientId,
      name: 'Acme Ltd',
      code: 'ACME',
      address: {
        lines: ['1 High Street'],
        city: 'London',
        state: null,
        postalCode: 'E1 1AA',
        countryCode: 'GB',
      },
      clientType: 'Personal',
      companyWebsite: 'https://acme.example',
      status: 'Active',
      settings: { baseCcy: 'GBP' },
    },
    clientUser: { id: ada.clientUserId },
    approval: { makerLimit: null, isChecker: false, checkerLimit: null },
    permissions,
    apiKey: { id: ada.apiKeyId },
    jwt: { id: null },
    environment: { name: 'SANDBOX' },
  });

  test('by API key', async () => {
    const response = await gateway.get('/v1/auth/who-am-i', { 'x-api-key': ada.secret });
    expect(response.data).toEqual(identity());
  });

  test('with the permissions of the credential alone', async () => {
    const headers = await gateway.bearer(ada);
    const { data } = await gateway.post(
      '/v1/api-keys',
      { label: 'ERP', permissions: ['wallets:read'] },
      headers,
    );
    const response = await gateway.get('/v1/auth/who-am-i', { 'x-api-key': data.secret });
    expect(response.data.permissions).toEqual(['wallets:read']);
  });

  test('by bearer token: its id, no key, and the login is known', async () => {
    const response = await gateway.get('/v1/auth/who-am-i', await gateway.bearer(ada));
    const { user, ...others } = identity();
    expect(response.data).toEqual({
      ...others,
      user: { ...user, dateOfLastLogin: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/) },
      apiKey: { id: null },
      jwt: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });
});
