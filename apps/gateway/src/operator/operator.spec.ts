import { permissions } from '@corridor/http';
import { OPERATOR_KEY, type Person, TestGateway } from '../gateway.fixture.js';

const client = {
  name: 'Acme Ltd',
  code: 'ACME',
  address: { lines: ['1 High Street'], countryCode: 'GB' },
  clientType: 'Business',
  settings: { baseCcy: 'GBP' },
};

const entry = {
  by: { id: expect.stringMatching(/^stf_/), name: 'Ines Almeida' },
  on: expect.any(String),
  withApiKey: expect.stringMatching(/^sk_/),
};
/** What tells who has created a record. */
const byStaff = { version: 1, created: entry, updated: entry };

describe('the operator API', () => {
  let gateway: TestGateway;
  let ada: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());
  const operate = (path: string, body: object, headers: Record<string, string> = {}) =>
    gateway.post(`/operator/v1${path}`, body, { ...gateway.staff, ...headers });

  test('is open only to the operator', async () => {
    const bearer = await gateway.bearer(ada);
    for (const headers of [
      {},
      { 'x-operator-key': '' },
      { 'x-operator-key': `${OPERATOR_KEY}x` },
      { 'x-api-key': ada.secret },
      bearer,
    ]) {
      const response = await gateway.post('/operator/v1/clients', client, headers);
      expect(response).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } });
    }
  });

  test('cannot be reached by another spelling of the path', async () => {
    for (const path of [
      '/%6fperator/v1/clients',
      '/operator/v1/%63lients',
      '/operator/./v1/clients',
      '//operator/v1/clients',
      '/OPERATOR/v1/clients',
    ]) {
      const response = await gateway.post(path, client, { 'x-api-key': ada.secret });
      expect([401, 404]).toContain(response.status);
    }
  });

  test('is closed without an operator key', async () => {
    const closed = await TestGateway.start({ ENVIRONMENT: 'PRODUCTION', OPERATOR_KEY: '' });
    for (const key of ['', 'corridor-operator-key']) {
      expect((await closed.post('/operator/v1/clients', client, { 'x-operator-key': key })).status).toBe(401);
    }
    await closed.stop();
  });

  test('creates a client, once for each idempotency key and for each code', async () => {
    const key = { 'x-idempotency-key': 'acme' };
    const first = await operate('/clients', client, key);
    expect(first.data).toEqual({
      id: expect.stringMatching(/^cli_/),
      ...client,
      address: { lines: ['1 High Street'], city: null, state: null, postalCode: null, countryCode: 'GB' },
      companyWebsite: null,
      status: 'Active',
      statusReason: null,
      riskRating: null,
      marginPlanId: null,
      feePlanId: null,
      auditHistory: byStaff,
    });
    expect((await operate('/clients', client, key)).text).toBe(first.text);
    expect(await operate('/clients', client)).toMatchObject({
      status: 409,
      problem: { code: 'already_exists', errors: [{ pointer: '#/code' }] },
    });
    const keyless = await gateway.service.post('/operator/v1/clients', client, {
      key: null,
      headers: gateway.staff,
    });
    expect(keyless.problem?.code).toBe('idempotency_key_required');
  });

  test('creates a user with all permissions or some, and with an email address of their own', async () => {
    const body = {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'Grace@Example.com',
      password: 'long enough',
    };
    const { data } = await operate(`/clients/${ada.clientId}/users`, body);
    expect(data).toEqual({
      approval: { makerLimit: null, isChecker: false, checkerLimit: null },
      id: expect.stringMatching(/^usr_/),
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'Grace@Example.com',
      status: 'Active',
      dateOfLastLogin: null,
      settings: { locale: 'en-GB', avatarUrl: null },
      clientUserId: expect.stringMatching(/^cu_/),
      permissions: [...permissions],
      auditHistory: byStaff,
    });
    const taken = await operate(`/clients/${ada.clientId}/users`, { ...body, email: 'grace@example.COM' });
    expect(taken).toMatchObject({
      status: 409,
      problem: { code: 'already_exists', errors: [{ pointer: '#/email' }] },
    });
    expect((await operate('/clients/cli_unknown/users', body)).status).toBe(404);
    const wrong = await operate(`/clients/${ada.clientId}/users`, {
      ...body,
      email: 'x',
      password: 'short',
      permissions: ['everything'],
    });
    expect(wrong.problem?.errors?.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '#/email',
      '#/password',
      '#/permissions/0',
    ]);
  });

  test('creates an API key whose secret is shown once and stored nowhere', async () => {
    const key = { 'x-idempotency-key': 'the key' };
    const path = `/users/${ada.userId}/api-keys`;
    const first = (await operate(path, { label: 'ERP' }, key)).data;
    expect(first).toEqual({
      id: expect.stringMatching(/^ak_/),
      label: 'ERP',
      userId: ada.userId,
      permissions: [...permissions],
      status: 'ACTIVE',
      createdOn: expect.any(String),
      revokedOn: null,
      expiresOn: null,
      allowedAddresses: [],
      secret: expect.stringMatching(/^ck_sandbox_[\w-]{43}$/),
    });
    const again = await operate(path, { label: 'ERP' }, key);
    expect([again.data, again.replayed]).toEqual([first, true]);
    for (const table of ['events', 'streams', 'idempotency_key', 'api_key', 'credential']) {
      const [row] = await gateway.database.query<{ all: string }>(
        `SELECT string_agg(t::text, '') AS all FROM ${table} t`,
      );
      expect(row?.all).not.toContain(first.secret);
      expect(row?.all).not.toContain(ada.password);
    }
  });

  test('accepts a chosen secret in the sandbox, which must be unique', async () => {
    const secret = 'a secret of my own choice';
    const create = (chosen: string) =>
      operate(`/users/${ada.userId}/api-keys`, { label: 'x', secret: chosen });
    const { data } = await create(secret);
    expect((await gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret })).data.apiKey.id).toBe(data.id);
    expect((await create('x'.repeat(15))).status).toBe(400);
    await gateway.operate(`/api-keys/${data.id}/revoke`, {});
    expect(await create(secret)).toMatchObject({
      status: 409,
      problem: { errors: [{ pointer: '#/secret' }] },
    });
  });

  test('a key has at most the permissions of its user', async () => {
    const reader = await gateway.person({ permissions: ['wallets:read'] });
    const response = await operate(`/users/${reader.userId}/api-keys`, {
      label: 'x',
      permissions: ['wallets:read', 'wallets:write'],
    });
    expect(response).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '#/permissions/1', code: 'not_granted' }] },
    });
  });

  test('revokes a key at once', async () => {
    const bob = await gateway.person();
    const who = () => gateway.get('/v1/auth/who-am-i', { 'x-api-key': bob.secret });
    expect((await who()).status).toBe(200);
    const { data } = await operate(`/api-keys/${bob.apiKeyId}/revoke`, {});
    expect(data).toMatchObject({ id: bob.apiKeyId, status: 'REVOKED', revokedOn: expect.any(String) });
    expect((await who()).status).toBe(401);
    expect((await operate('/api-keys/ak_unknown/revoke', {})).status).toBe(404);
  });

  test('a client has at most 50 keys at a time', async () => {
    const bob = await gateway.person();
    for (let i = 1; i < 50; i++) await gateway.operate(`/users/${bob.userId}/api-keys`, { label: `${i}` });
    const last = { 'x-idempotency-key': 'the 50th' };
    const { data: first } = await operate(`/api-keys/${bob.apiKeyId}/revoke`, {});
    expect(first.status).toBe('REVOKED');
    const fiftieth = await operate(`/users/${bob.userId}/api-keys`, { label: '50' }, last);
    expect((await operate(`/users/${bob.userId}/api-keys`, { label: '50' }, last)).text).toBe(fiftieth.text);
    expect(await operate(`/users/${bob.userId}/api-keys`, { label: '51' })).toMatchObject({
      status: 422,
      problem: { code: 'limit_reached' },
    });
    await gateway.operate(`/api-keys/${fiftieth.data.id}/revoke`, {});
    expect((await operate(`/users/${bob.userId}/api-keys`, { label: '51' })).status).toBe(200);
  });
});
