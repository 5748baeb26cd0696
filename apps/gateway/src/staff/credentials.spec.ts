import { until } from '@corridor/testing';
import { TestGateway } from '../gateway.fixture.js';
import { codeOf, stepAt } from './one-time-code.js';

type Headers = Record<string, string>;

describe('the credentials of staff', () => {
  let gateway: TestGateway;
  let count = 0;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  const as = (headers: Headers, path: string, body: object = {}, at = gateway) =>
    at.post(`/operator/v1${path}`, body, headers);
  const staff = () => gateway.staff as Headers;
  const logIn = (login: object, at = gateway) =>
    at.service.post('/operator/v1/auth/token', login, { key: null });
  const member = async (roles: string[] = ['support'], at = gateway) => {
    const login = { email: `member${++count}@corridor.example`, password: 'correct horse battery' };
    const { data } = await as(at.staff, '/staff', { ...login, firstName: 'Bo', lastName: 'Chen', roles }, at);
    return { id: data.id as string, login, bearer: await at.staffBearer(login) };
  };
  const whoAmI = async (headers: Headers) =>
    (await gateway.get('/operator/v1/auth/who-am-i', headers)).status;

  test('work again when a disabled member is enabled, but no session that has ended', async () => {
    const { id, login, bearer } = await member();
    const key = { 'x-api-key': (await as(bearer, '/staff-keys', { label: 'ETL' })).data.secret as string };
    await as(staff(), `/staff/${id}/disable`);
    expect((await logIn(login)).status).toBe(401);
    const enabled = await as(staff(), `/staff/${id}/enable`);
    expect(enabled).toMatchObject({ status: 200, data: { status: 'ACTIVE' } });
    expect([await whoAmI(bearer), await whoAmI(key), (await logIn(login)).status]).toEqual([401, 200, 200]);
  });

  describe('the own password', () => {
    const change = (headers: Headers, currentPassword: string, key?: string) =>
      gateway.put(
        '/operator/v1/auth/password',
        { currentPassword, password: 'a better password' },
        { ...headers, ...(key && { 'x-idempotency-key': key }) },
      );

    test('is changed with the current one, and other sessions end', async () => {
      const { login, bearer } = await member();
      const other = await gateway.staffBearer(login);
      expect((await change(bearer, 'not the password')).problem?.errors).toMatchObject([
        { pointer: '#/currentPassword', code: 'wrong_password' },
      ]);
      expect((await change(bearer, login.password, 'once')).status).toBe(200);
      expect((await change(bearer, login.password, 'once')).replayed).toBe(true);
      expect([await whoAmI(bearer), await whoAmI(other)]).toEqual([200, 401]);
      expect((await logIn(login)).status).toBe(401);
      expect((await logIn({ ...login, password: 'a better password' })).status).toBe(200);
    });

    test('is not guessed with a stolen session: wrong ones count as failed logins', async () => {
      const { login, bearer } = await member();
      const guesses = await Promise.all(Array.from({ length: 14 }, () => change(bearer, 'a guess')));
      expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
      expect((await change(bearer, login.password)).status).toBe(429);
      expect((await logIn(login)).status).toBe(429);
    });

    test('is changed by no key', async () => {
      const { login, bearer } = await member();
      const { data } = await as(bearer, '/staff-keys', { label: 'ETL' });
      const refused = await change({ 'x-api-key': data.secret }, login.password);
      expect(refused.problem?.code).toBe('bearer_token_required');
    });
  });

  test('of machines are listed and revoked by administrators, and by no other colleague', async () => {
    const { id, bearer } = await member();
    const { data } = await as(bearer, '/staff-keys', { label: 'ETL' });
    const { bearer: other } = await member(['operations']);
    expect((await as(other, `/staff-keys/${data.id}/revoke`)).status).toBe(404);
    expect((await gateway.get(`/operator/v1/staff/${id}/keys`, other)).status).toBe(403);
    const listed = await gateway.get(`/operator/v1/staff/${id}/keys`, staff());
    expect(listed.data).toMatchObject([{ id: data.id, label: 'ETL', status: 'ACTIVE' }]);
    expect((await as(staff(), `/staff-keys/${data.id}/revoke`)).data.status).toBe('REVOKED');
    expect(await whoAmI({ 'x-api-key': data.secret })).toBe(401);
    expect((await gateway.get('/operator/v1/staff/stf_unknown/keys', staff())).status).toBe(404);
  });

  test('with a replaced CALLER_SECRET: codes are rejected like wrong ones, and counted', async () => {
    const { id, login, bearer } = await member();
    const { data } = await as(bearer, '/auth/authenticator');
    const code = () => codeOf(data.secret, stepAt(gateway.clock.now()));
    expect((await logIn({ ...login, code: code() })).status).toBe(200);
    const CALLER_SECRET = 'another secret of thirty-two bytes';
    const replaced = await TestGateway.start({ CALLER_SECRET }, [], [], gateway);
    const rejected = await logIn({ ...login, code: code() }, replaced);
    const wrong = await logIn({ ...login, password: 'wrong' }, replaced);
    expect({ ...rejected.problem, requestId: '' }).toEqual({ ...wrong.problem, requestId: '' });
    const more = await Promise.all(
      Array.from({ length: 12 }, () => logIn({ ...login, code: code() }, replaced)),
    );
    expect(more.filter(({ status }) => status === 429).length).toBeGreaterThan(3);
    await as(staff(), `/staff/${id}/remove-authenticator`);
    expect((await logIn(login)).status).toBe(200);
    await replaced.stop();
  });

  test('keep their sessions and authenticators while CALLER_SECRET is replaced, and afterwards', async () => {
    const [first, next] = ['a first secret of thirty-two bytes', 'the next secret of thirty-two bytes'];
    const gatewayWith = (CALLER_SECRET: string, beside: TestGateway | null) =>
      TestGateway.start({ CALLER_SECRET }, [], [], beside);
    const before = await gatewayWith(first, null);
    const { id, login, bearer } = await member(['support'], before);
    const { data } = await as(bearer, '/auth/authenticator', {}, before);
    const code = () => codeOf(data.secret, stepAt(before.clock.now()));
    const logsIn = async (at: TestGateway) => {
      before.clock.advance(30_000); // each code is usable once
      return (await logIn({ ...login, code: code() }, at)).status;
    };
    expect(await logsIn(before)).toBe(200);
    before.clock.advance(30_000);
    const session = await before.staffBearer({ ...login, code: code() });
    const secretOf = async () =>
      (
        await before.database.query<{ secret: string }>(
          'SELECT secret FROM staff_login WHERE staff_id = $1',
          [id],
        )
      )[0]?.secret;
    const issued = await secretOf();

    const knowing = await gatewayWith(`${first},${next}`, before);
    expect(await logsIn(knowing)).toBe(200);
    expect(await secretOf()).toBe(issued);
    const replacing = await gatewayWith(`${next}, ${first}`, before);
    await until(async () => (await secretOf()) !== issued);
    for (const one of [knowing, replacing]) {
      expect(await logsIn(one)).toBe(200);
      expect((await one.get('/operator/v1/auth/who-am-i', session)).status).toBe(200);
    }
    const after = await gatewayWith(next, before);
    expect(await logsIn(after)).toBe(200);
    expect((await after.get('/operator/v1/auth/who-am-i', session)).status).toBe(401);
    for (const one of [after, replacing, knowing, before]) await one.stop();
  });

  test('which fields staff search, is listed for every collection', async () => {
    const { data } = await gateway.get('/operator/v1/search-fields', staff());
    const names = data.map(({ collection }: { collection: string }) => collection);
    expect(names).toEqual(expect.arrayContaining(['clients', 'users', 'api-keys', 'staff', 'approvals']));
    const approvals = data.find(({ collection }: { collection: string }) => collection === 'approvals');
    expect(approvals.fields).toContainEqual(
      expect.objectContaining({ name: 'askedBy.id', type: 'Id', isIndexed: true }),
    );
    const { problem } = await gateway.get('/operator/v1/approvals?q=mood=="good"&sortBy=mood:ASC', staff());
    const details = problem?.errors?.map(({ detail }) => detail);
    expect(details).toEqual([
      'There is no field "mood" to search by: GET /operator/v1/search-fields lists them.',
      'There is no field "mood" to sort by: GET /operator/v1/search-fields lists them.',
    ]);
  });
});
