import { everythingAllowed } from '@corridor/payments-contract';
import { delivered, issues } from '@corridor/testing';
import { PolicyReactions } from '../client/policy-reactions.js';
import { type Person, TestGateway } from '../gateway.fixture.js';

/** Clients, their users and keys, as staff see and change them. */
describe('accounts', () => {
  let gateway: TestGateway;
  let ada: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start({}, [], ['127.0.0.1']);
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());

  const get = (path: string, q?: string) =>
    gateway.get(`/operator/v1${path}${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`, gateway.staff);
  const post = (path: string, body: object = {}) => gateway.post(`/operator/v1${path}`, body, gateway.staff);
  const put = (path: string, body: object) => gateway.put(`/operator/v1${path}`, body, gateway.staff);
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  describe('are found', () => {
    test('by any field: clients', async () => {
      const { code } = (await get(`/clients/${ada.clientId}`)).data;
      expect(ids(await get('/clients', `code == "${code}"`))).toEqual([ada.clientId]);
      expect(ids(await get('/clients', 'AND(status == "Active",address.city == "London")'))).toContain(
        ada.clientId,
      );
      expect(ids(await get('/clients', 'auditHistory.created.by.name == "Ines Almeida"'))).toContain(
        ada.clientId,
      );
      const body = { query: { field: 'code', operator: 'Equals', value: code } };
      expect(ids(await post('/clients/search', body))).toEqual([ada.clientId]);
      expect((await get('/clients', 'password == "x"')).status).toBe(400);
    });

    test('users and keys of a client, and of no other', async () => {
      const bob = await gateway.person();
      const ofAda = `/clients/${ada.clientId}`;
      expect(ids(await get(`${ofAda}/users`))).toEqual([ada.userId]);
      expect(ids(await get(`${ofAda}/users`, `email == "${ada.email}"`))).toEqual([ada.userId]);
      expect(ids(await get(`${ofAda}/users`, `email == "${bob.email}"`))).toEqual([]);
      expect(ids(await get(`${ofAda}/api-keys`, `userId == "${ada.userId}"`))).toEqual([ada.apiKeyId]);
      expect(ids(await post(`${ofAda}/api-keys/search`))).toEqual([ada.apiKeyId]);
      expect((await get(`/api-keys/${ada.apiKeyId}`)).data.label).toBe('ERP');
      for (const path of [
        '/clients/cli_unknown',
        '/clients/cli_unknown/users',
        '/clients/cli_unknown/api-keys',
      ])
        expect((await get(path)).status).toBe(404);
    });

    test('without anything that somebody logs in with', async () => {
      const texts = [
        await get(`/clients/${ada.clientId}/users`),
        await get(`/clients/${ada.clientId}/api-keys`),
      ];
      for (const { text } of texts) expect(text).not.toMatch(/argon2|digest|secret|password/i);
    });
  });

  test('a client is not created in a country that the policy refuses', async () => {
    const policy = gateway.service.app.get(PolicyReactions);
    const set = (refusedCountries: string[]) =>
      policy.onPolicySet(delivered<'payments.policy_set'>({ ...everythingAllowed, refusedCountries }));
    const address = { lines: ['1 Rue'], city: 'Paris', countryCode: 'FR' };
    const settings = { baseCcy: 'EUR' };
    const create = (code: string) =>
      post('/clients', { name: 'Paris', code, address, clientType: 'Business', settings });
    await set(['FR']);
    expect(issues(await create('PARIS'))).toEqual([400, '#/address/countryCode country_refused']);
    await set([]);
    const { data } = await create('PARIS');
    await set(['FR']);
    const details = { name: 'Paris', address, clientType: 'Business', companyWebsite: null, settings };
    const change = async (countryCode: string) => {
      const moved = { ...details, address: { ...address, countryCode } };
      return (await put(`/clients/${data['id']}`, moved)).data?.['status'];
    };
    expect([await change('FR'), await change('DE'), await change('FR')]).toEqual([
      'Active',
      'Active',
      'Suspended',
    ]);
    await set([]);
  });

  describe('an API key', () => {
    const create = async (more: object) =>
      (await post(`/users/${ada.userId}/api-keys`, { label: 'x', ...more })).data as {
        id: string;
        secret: string;
      };
    const use = (secret: string, from?: string) =>
      gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret, ...(from && { 'x-forwarded-for': from }) });

    test('stops working when it expires, like one that never was', async () => {
      const expiresOn = new Date(gateway.clock.now().getTime() + 60_000).toISOString().slice(0, -1);
      const { secret } = await create({ expiresOn });
      expect((await use(secret)).status).toBe(200);
      gateway.clock.advance(60_000);
      const refused = await use(secret);
      const unknown = await use('ck_nobody');
      expect(refused.status).toBe(401);
      expect({ ...refused.problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
      const past = await post(`/users/${ada.userId}/api-keys`, { label: 'x', expiresOn });
      expect(past.problem?.errors).toMatchObject([{ pointer: '#/expiresOn', code: 'in_the_past' }]);
    });

    test.each([
      [['192.0.2.0/24'], ['192.0.2.7', '::ffff:192.0.2.7'], ['192.0.3.7', '2001:db8::1']],
      [
        ['2001:db8::/32', '198.51.100.1'],
        ['2001:db8:1::1', '198.51.100.1'],
        ['2001:db9::1', '198.51.100.2', 'unknown'],
      ],
    ])(
      'of %p works from these addresses only, behind a trusted proxy',
      async (allowedAddresses, from, notFrom) => {
        const { id, secret } = await create({ allowedAddresses });
        for (const address of from)
          expect([address, (await use(secret, address)).status]).toEqual([address, 200]);
        for (const address of notFrom) {
          const { status, problem } = await use(secret, address);
          expect([address, status, problem?.code]).toEqual([address, 401, 'unauthenticated']);
        }
        const found = await get(
          `/clients/${ada.clientId}/api-keys`,
          `allowedAddresses == "${allowedAddresses[0]}"`,
        );
        expect(ids(found)).toEqual([id]);
      },
    );

    test('names addresses that are some', async () => {
      const wrong = ['192.0.2.0/33', '2001:db8::/129', '1.2.3', 'x', '', '1.2.3.4/', '::1/64/1', 5];
      const { problem } = await post(`/users/${ada.userId}/api-keys`, {
        label: 'x',
        allowedAddresses: wrong,
      });
      expect(problem?.errors).toHaveLength(wrong.length);
    });
  });

  describe('a client', () => {
    const change = {
      name: 'Acme International Ltd',
      address: { lines: ['2 High Street'], city: 'Leeds', countryCode: 'GB' },
      clientType: 'Business',
      companyWebsite: null,
      settings: { baseCcy: 'EUR' },
    };
    const settle = (person: Person) =>
      gateway.put('/v1/client-settings', { baseCcy: 'USD' }, { 'x-api-key': person.secret });

    test('is changed and rated by staff, and does not see what only they see', async () => {
      const { clientId, secret } = await gateway.person();
      const { data } = await put(`/clients/${clientId}`, change);
      expect(data).toMatchObject({ ...change, status: 'Active', auditHistory: { version: 2 } });
      expect((await put(`/clients/${clientId}/risk-rating`, { riskRating: 'HIGH' })).data.riskRating).toBe(
        'HIGH',
      );
      expect(ids(await get('/clients', 'riskRating == "HIGH"'))).toEqual([clientId]);
      expect((await put(`/clients/${clientId}/risk-rating`, { riskRating: 'SOME' })).status).toBe(400);
      const { client } = (await gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret })).data;
      expect(client.name).toBe(change.name);
      for (const field of ['riskRating', 'marginPlanId', 'feePlanId', 'statusReason', 'auditHistory'])
        expect(client).not.toHaveProperty(field);
    });

    test('that is suspended reads and searches, commands nothing, and goes on when resumed', async () => {
      const bob = await gateway.person();
      const bearer = await gateway.bearer(bob);
      const { data } = await post(`/clients/${bob.clientId}/suspend`, { reason: 'Documents expired' });
      expect(data).toMatchObject({ status: 'Suspended', statusReason: 'Documents expired' });
      const refused = { status: 403, problem: { code: 'client_suspended' } };
      expect(await settle(bob)).toMatchObject(refused);
      expect(await gateway.post('/v1/api-keys', { label: 'x' }, bearer)).toMatchObject(refused);
      expect((await settle(bob)).text).not.toContain('Documents');
      for (const headers of [bearer, { 'x-api-key': bob.secret }])
        expect((await gateway.get('/v1/auth/who-am-i', headers)).data.client.status).toBe('Suspended');
      await gateway.bearer(bob);
      expect((await post(`/clients/${bob.clientId}/resume`)).data).toMatchObject({
        status: 'Active',
        statusReason: null,
      });
      expect((await settle(bob)).status).toBe(200);
    });

    test('that is suspended while it commands is refused or served as a whole', async () => {
      const bob = await gateway.person();
      const [suspended, ...commands] = await Promise.all([
        post(`/clients/${bob.clientId}/suspend`, { reason: 'x' }),
        ...Array.from({ length: 8 }, () => settle(bob)),
      ]);
      expect(suspended?.status).toBe(200);
      for (const { status } of commands) expect([200, 403]).toContain(status);
      expect((await settle(bob)).status).toBe(403);
    });

    test('needs a reason to be suspended', async () =>
      expect((await post(`/clients/${ada.clientId}/suspend`)).problem?.errors).toMatchObject([
        { pointer: '#/reason' },
      ]));
  });
});
