import { permissions } from '@corridor/http';
import { until } from '@corridor/testing';
import { roles, staffPermissions } from '@corridor/gateway-contract';
import { ADMINISTRATOR, OPERATOR_KEY, TestGateway } from '../gateway.fixture.js';
import { StaffTokens } from '../token/access-tokens.js';
import { codeOf, stepAt } from './one-time-code.js';

const ANOTHER = 'another operator key of 32 bytes';

type Headers = Record<string, string>;

describe('staff', () => {
  let gateway: TestGateway;
  let count = 0;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  const post = (path: string, body: object = {}, headers: object = {}) =>
    gateway.post(`/operator/v1${path}`, body, { ...gateway.staff, ...headers });
  const as = (headers: Headers, path: string, body: object = {}) =>
    gateway.post(`/operator/v1${path}`, body, headers);
  const logIn = (login: object) => gateway.service.post('/operator/v1/auth/token', login, { key: null });
  const member = async (held: string[] = ['support']) => {
    const login = { email: `staff${++count}@corridor.example`, password: 'correct horse battery' };
    const { data } = await post('/staff', { ...login, firstName: 'Bo', lastName: 'Chen', roles: held });
    return { id: data.id as string, login, email: login.email };
  };
  const whoAmI = async (headers: Headers) =>
    (await gateway.get('/operator/v1/auth/who-am-i', headers)).status;

  test('cannot be had with the operator key once there is somebody', async () => {
    const person = { ...ADMINISTRATOR, email: 'second@corridor.example', firstName: 'A', lastName: 'B' };
    const key = { 'x-operator-key': OPERATOR_KEY };
    const again = await as(key, '/staff', { ...person, roles: ['administrator'] });
    expect(again).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } });
    for (const path of ['/clients', '/parked-messages/redrive', '/staff/search'])
      expect((await as(key, path)).status).toBe(401);
  });

  test('of two first administrators at once one is created, and it has to be an administrator', async () => {
    const empty = await TestGateway.start({ OPERATOR_KEY: ANOTHER });
    const key = { 'x-operator-key': ANOTHER };
    const create = (n: number, held: string[]) =>
      empty.post(
        '/operator/v1/staff',
        { ...ADMINISTRATOR, email: `${n}@corridor.example`, firstName: 'A', lastName: 'B', roles: held },
        key,
      );
    expect((await create(0, ['support'])).problem?.errors).toMatchObject([{ pointer: '#/roles' }]);
    const made = await Promise.all([1, 2, 3, 4].map((n) => create(n, ['administrator'])));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    await empty.stop();
  });

  test('are found by any field, and not with anything that they log in with', async () => {
    const { id, email } = await member(['dealer', 'finance']);
    const query = encodeURIComponent(`AND(email == "${email}",roles == "dealer")`);
    const found = await gateway.get(`/operator/v1/staff?q=${query}`, gateway.staff);
    expect(found.data).toEqual([
      {
        id,
        firstName: 'Bo',
        lastName: 'Chen',
        email,
        roles: ['dealer', 'finance'],
        status: 'ACTIVE',
        hasAuthenticator: false,
        dateOfLastLogin: null,
        auditHistory: expect.objectContaining({ version: 1 }),
      },
    ]);
    const { data } = await gateway.get(`/operator/v1/staff/${id}`, gateway.staff);
    expect(data).toEqual(found.data[0]);
    expect(data.auditHistory.created.by.name).toBe('Ines Almeida');
    const byBody = { query: { field: 'id', operator: 'Equals', value: id } };
    const posted = await gateway.service.post('/operator/v1/staff/search', byBody, {
      key: null,
      headers: gateway.staff,
    });
    expect(posted.data).toEqual([data]);
  });

  test('log in with one response for every cause of a rejection', async () => {
    const { id, login } = await member();
    const gone = await member();
    await post(`/staff/${gone.id}/disable`);
    const responses = await Promise.all([
      logIn({ ...login, password: 'not the password' }),
      logIn({ ...login, code: '123456' }),
      logIn({ ...login, code: 'é'.repeat(6) }),
      logIn({ email: 'nobody@corridor.example', password: 'not the password' }),
      logIn(gone.login),
      logIn({ ...ADMINISTRATOR, password: login.password }),
    ]);
    expect(new Set(responses.map(({ problem }) => JSON.stringify({ ...problem, requestId: '' }))).size).toBe(
      1,
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(401));
    expect((await logIn(login)).data.tokenType).toBe('Bearer');
    const { data } = await gateway.get(`/operator/v1/staff/${id}`, gateway.staff);
    expect(data.dateOfLastLogin).toEqual(expect.any(String));
  });

  test('a wrong code takes as long as a wrong password, and as an unknown email address', async () => {
    // CPU time of all threads, which does not depend on the load.
    const time = async (login: object) => {
      const began = process.cpuUsage();
      expect((await logIn(login)).status).toBe(401);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => member()));
    const times: Record<string, number[]> = { password: [], code: [], nobody: [] };
    for (let i = 0; i < 24; i++) {
      const [one, other] = [people[i % 3], people[3 + (i % 3)]];
      times['password']?.push(await time({ ...one?.login, password: 'not the password' }));
      times['code']?.push(await time({ ...other?.login, code: '000000' }));
      times['nobody']?.push(await time({ email: `nobody${i % 3}@corridor.example`, password: 'wrong' }));
    }
    const [password = 0, ...others] = Object.values(times).map((all) => all.sort((a, b) => a - b)[12] ?? 0);
    for (const other of others) {
      expect(other / password).toBeGreaterThan(0.7);
      expect(other / password).toBeLessThan(1.4);
    }
  });

  test('are guarded against brute force, and a reset password forgets the failures', async () => {
    const { id, login } = await member();
    const guess = async () => (await logIn({ ...login, password: 'wrong' })).status;
    const guesses = await Promise.all(Array.from({ length: 14 }, guess));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect((await logIn(login)).status).toBe(429);
    const password = 'another horse battery';
    await post(`/staff/${id}/reset-password`, { password });
    await until(async () => (await logIn({ ...login, password })).status === 200); // within a second
  });

  describe('with an authenticator', () => {
    const code = (secret: string, off = 0) => codeOf(secret, stepAt(gateway.clock.now()) + off);
    const enrolled = async () => {
      const { id, login } = await member();
      const bearer = await gateway.staffBearer(login);
      const { data } = await as(bearer, '/auth/authenticator');
      expect(data).toEqual({ id, secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) });
      const secret = data.secret as string;
      return { id, login, secret, bearer };
    };

    test('need its codes once one was used, and use each code once', async () => {
      const { id, login, secret } = await enrolled();
      expect((await logIn(login)).status).toBe(200); // not used yet
      const first = { ...login, code: code(secret, -1) };
      expect((await logIn({ ...first, code: code(secret, 5) })).status).toBe(401);
      expect((await logIn(first)).status).toBe(200);
      expect((await logIn(first)).status).toBe(401);
      expect((await logIn(login)).status).toBe(401);
      const twice = { ...login, code: code(secret) };
      const both = await Promise.all([logIn(twice), logIn(twice), logIn(twice)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const { data } = await gateway.get(`/operator/v1/staff/${id}`, gateway.staff);
      expect(data.hasAuthenticator).toBe(true);
    });

    test('an administrator removes one that is lost, which logs the member out', async () => {
      const { id, login, secret } = await enrolled();
      const { data } = await logIn({ ...login, code: code(secret) });
      const bearer = { authorization: `Bearer ${data.accessToken}` };
      expect((await as(bearer, '/auth/authenticator')).problem?.code).toBe('illegal_transition');
      expect((await post(`/staff/${id}/remove-authenticator`)).data.hasAuthenticator).toBe(false);
      expect(await whoAmI(bearer)).toBe(401);
      expect((await logIn(login)).status).toBe(200);
    });

    test('its secret is stored encrypted only', async () => {
      const { secret } = await enrolled();
      for (const table of ['events', 'streams', 'idempotency_key', 'staff', 'staff_login']) {
        const [row] = await gateway.database.query<{ all: string }>(
          `SELECT string_agg(t::text, '') AS all FROM ${table} t`,
        );
        expect(row?.all).not.toContain(secret);
      }
    });
  });

  test.each([
    ['disable', {}],
    ['reset-password', { password: 'another horse battery' }],
    ['end-sessions', {}],
  ])('are logged out at once by %s, in a process that knew them', async (action, body) => {
    const { id, login } = await member();
    const bearer = await gateway.staffBearer(login);
    expect(await whoAmI(bearer)).toBe(200);
    expect((await post(`/staff/${id}/${action}`, body)).status).toBe(200);
    expect(await whoAmI(bearer)).toBe(401);
  });

  test('who are disabled lose their keys too', async () => {
    const { id, login } = await member();
    const { data } = await as(await gateway.staffBearer(login), '/staff-keys', { label: 'ETL' });
    const key = { 'x-api-key': data.secret };
    expect(data.secret).toMatch(/^ok_sandbox_[\w-]{43}$/);
    expect(await whoAmI(key)).toBe(200);
    await post(`/staff/${id}/disable`);
    expect(await whoAmI(key)).toBe(401);
  });

  test('have keys with their own roles at most, that expire and are revoked', async () => {
    const { id, login } = await member(['support', 'operations']);
    const bearer = await gateway.staffBearer(login);
    const inAnHour = new Date(gateway.clock.now().getTime() + 3_600_000).toISOString().slice(0, -1);
    const wrong = await as(bearer, '/staff-keys', {
      label: 'x',
      roles: ['support', 'administrator'],
      expiresOn: '2020-01-01T00:00:00.000',
    });
    expect(wrong.problem?.errors).toMatchObject([{ pointer: '#/roles/1' }, { pointer: '#/expiresOn' }]);
    const { data } = await as(bearer, '/staff-keys', { label: 'x', expiresOn: inAnHour });
    const key = { 'x-api-key': data.secret as string };
    const mine = async () => (await gateway.get('/operator/v1/auth/who-am-i', key)).data;
    expect((await mine()).permissions).toContain('parked-messages:write');
    await gateway.service.put(
      `/operator/v1/staff/${id}/roles`,
      { roles: ['support'] },
      { headers: gateway.staff },
    );
    expect((await mine()).permissions).not.toContain('parked-messages:write');
    expect((await mine()).apiKey).toEqual({ id: data.id });
    for (const path of ['/staff-keys', '/auth/authenticator'])
      expect((await as(key, path, path === '/staff-keys' ? { label: 'y' } : {})).problem?.code).toBe(
        'bearer_token_required',
      );
    const other = await gateway.staffBearer((await member()).login);
    expect((await as(other, `/staff-keys/${data.id}/revoke`)).status).toBe(404);
    const list = await gateway.get('/operator/v1/staff-keys', bearer);
    expect(list.data).toMatchObject([{ id: data.id, status: 'ACTIVE', expiresOn: inAnHour }]);
    gateway.clock.advance(3_600_001);
    expect(await whoAmI(key)).toBe(401);
  });

  test('have tokens that open nothing of clients, whose tokens open nothing here', async () => {
    const ada = await gateway.person();
    const { login } = await member(Object.keys(roles));
    const staff = await gateway.staffBearer(login);
    const client = await gateway.bearer(ada);
    for (const headers of [staff, gateway.staff])
      for (const path of ['/v1/auth/who-am-i', '/v1/api-keys'])
        expect((await gateway.get(path, headers)).status).toBe(401);
    for (const headers of [client, { 'x-api-key': ada.secret }]) expect(await whoAmI(headers)).toBe(401);
    // Signed with the right key for the right surface, but without a session.
    const { accessToken } = await gateway.service.app.get(StaffTokens).issue('stf_1');
    expect(await whoAmI({ authorization: `Bearer ${accessToken}` })).toBe(401);
    expect(await whoAmI(staff)).toBe(200);
    expect(
      (await gateway.get('/operator/v1/auth/who-am-i', { ...staff, ...gateway.staff })).problem?.code,
    ).toBe('ambiguous_credentials');
  });

  test('do not get the secret of a key that another one created with the same idempotency key', async () => {
    const ada = await gateway.person();
    const idempotencyKey = { 'x-idempotency-key': 'of both' };
    const create = async () => {
      const { login } = await member(['operations']);
      const { data } = await logIn(login);
      const headers = { authorization: `Bearer ${data.accessToken}`, ...idempotencyKey };
      return as(headers, `/users/${ada.userId}/api-keys`, { label: 'ERP' });
    };
    const [one, two] = [await create(), await create()];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.replayed).toBe(false);
    expect(two.data.id).not.toBe(one.data.id);
    expect(two.data.secret).not.toBe(one.data.secret);
  });

  test('have permissions of their own, and every role exists for a reason', () => {
    expect(
      Object.keys(staffPermissions).filter((one) => (permissions as readonly string[]).includes(one)),
    ).toEqual([]);
    const granted = new Set<string>(Object.values(roles).flat());
    expect(Object.keys(staffPermissions).filter((one) => !granted.has(one))).toEqual([]);
  });

  test('cannot give themselves a role: only administrators change roles', async () => {
    const { id, login } = await member(['onboarding', 'operations']);
    const bearer = await gateway.staffBearer(login);
    const escalated = await gateway.service.put(
      `/operator/v1/staff/${id}/roles`,
      { roles: ['administrator'] },
      { headers: bearer },
    );
    expect(escalated).toMatchObject({ status: 403, problem: { requiredPermission: 'staff:write' } });
  });

  test('always include an administrator, also if two disable each other at once', async () => {
    const alone = await TestGateway.start();
    const second = { email: 'second@corridor.example', password: 'correct horse battery' };
    const { data } = await alone.post(
      '/operator/v1/staff',
      { ...second, firstName: 'A', lastName: 'B', roles: ['administrator'] },
      alone.staff,
    );
    const me = (await alone.get('/operator/v1/auth/who-am-i', alone.staff)).data.staff;
    const bearer = await alone.staffBearer(second);
    const [one, other] = await Promise.all([
      alone.post(`/operator/v1/staff/${data.id}/disable`, {}, alone.staff),
      alone.post(`/operator/v1/staff/${me.id}/disable`, {}, bearer),
    ]);
    expect([one?.status, other?.status].filter((status) => status === 200)).toHaveLength(1);
    const [left] = await alone.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM staff WHERE status = 'ACTIVE'`,
    );
    expect(left?.n).toBe(1);
    await alone.stop();
  });
});
