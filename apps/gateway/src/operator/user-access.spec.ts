import { statementsOf } from '@corridor/testing/service';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { Identities, callerFor } from '../identities.js';

type Headers = Record<string, string>;

/** Two processes on one database: staff work with the first one, users of clients with both. */
describe('a user of a client', () => {
  let gateway: TestGateway;
  let other: TestGateway;
  let ada: Person;
  const several = { WEB_CONCURRENCY: '2' };
  beforeAll(async () => {
    gateway = await TestGateway.start(several);
    other = await TestGateway.start(several, [], [], gateway);
  });
  beforeEach(async () => {
    ada = await gateway.person();
  });
  afterAll(async () => {
    await other.stop();
    await gateway.stop();
  });

  const operate = (verb: string, body: object = {}, headers: Headers = {}) =>
    gateway.post(`/operator/v1/users/${ada.userId}/${verb}`, body, {
      ...gateway.staff,
      ...headers,
    });
  const logIn = ({ email, password }: Pick<Person, 'email' | 'password'>, process = gateway) =>
    process.service.post('/v1/auth/token', { email, password }, { key: null });
  const seen = (headers: Headers) =>
    Promise.all(
      [gateway, other].map(async (process) => (await process.get('/v1/auth/who-am-i', headers)).status),
    );
  const keyOf = ({ secret }: Person): Headers => ({ 'x-api-key': secret });

  test('who is disabled is locked out of every process when the response comes, and can be enabled', async () => {
    const bearer = await gateway.bearer(ada);
    expect([await seen(bearer), await seen(keyOf(ada))]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect((await operate('disable')).data).toMatchObject({ id: ada.userId, status: 'Disabled' });
    expect([await seen(bearer), await seen(keyOf(ada))]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    for (const process of [gateway, other]) expect((await logIn(ada, process)).status).toBe(401);
    const unknown = await logIn({ email: 'nobody@example.com', password: 'x' });
    const { requestId: _, ...refused } = (await logIn(ada)).problem as unknown as Headers;
    expect({ ...unknown.problem }).toMatchObject(refused);

    expect((await operate('enable')).data.status).toBe('Active');
    expect(await seen(bearer)).toEqual([401, 401]); // that session has ended
    expect((await logIn(ada)).status).toBe(200);
    expect((await gateway.get('/v1/auth/who-am-i', keyOf(ada))).status).toBe(200);
  });

  test('whose password is reset logs in with the new one only, and old tokens end', async () => {
    const bearer = await other.bearer(ada);
    const reset = { password: 'another long password' };
    const first = await operate('reset-password', reset, { 'x-idempotency-key': `reset ${ada.userId}` });
    expect(first.data.auditHistory.updated.by.name).toBe('Ines Almeida');
    expect(first.text).not.toContain(reset.password);
    expect(await seen(bearer)).toEqual([401, 401]);
    expect((await logIn(ada, other)).status).toBe(401);
    expect((await logIn({ ...ada, ...reset }, other)).status).toBe(200);
    expect(await seen(keyOf(ada))).toEqual([200, 200]);
    expect((await operate('reset-password', { password: 'short' })).status).toBe(400);
  });

  test('whose sessions end loses tokens, and API keys if asked; a repeated request revokes no newer ones', async () => {
    const bearer = await gateway.bearer(ada);
    const key = { 'x-idempotency-key': `end ${ada.userId}` };
    const first = await operate('end-sessions', { revokeApiKeys: true }, key);
    expect(await seen(bearer)).toEqual([401, 401]);
    expect(await seen(keyOf(ada))).toEqual([401, 401]);
    const { data } = await gateway.post(
      `/operator/v1/users/${ada.userId}/api-keys`,
      { label: 'new' },
      gateway.staff,
    );
    expect((await operate('end-sessions', { revokeApiKeys: true }, key)).text).toBe(first.text);
    expect(await seen({ 'x-api-key': data.secret })).toEqual([200, 200]);
    expect(await seen(await gateway.bearer(ada))).toEqual([200, 200]);
  });

  test('is refused while a login, a new key and the end of the sessions race: no session and no key is left', async () => {
    const bearer = await gateway.bearer(ada);
    const create = (n: number) => other.post('/v1/api-keys', { label: `race ${n}` }, bearer);
    const [, ...raced] = await Promise.all([
      operate('reset-password', { password: 'another long password', revokeApiKeys: true }),
      ...[1, 2, 3].map(create),
      logIn(ada, other),
    ]);
    for (const { status } of raced) expect([200, 401]).toContain(status);
    expect(raced.every(({ status }) => status < 500)).toBe(true);
    for (const { data } of raced)
      expect(
        await seen(
          data?.accessToken
            ? { authorization: `Bearer ${data.accessToken}` }
            : { 'x-api-key': data?.secret ?? 'none' },
        ),
      ).toEqual([401, 401]);
    const left = await gateway.database.query(
      'SELECT 1 FROM credential WHERE user_id = $1 AND NOT is_revoked',
      [ada.userId],
    );
    expect(left).toEqual([]);
  });

  test('costs no statement per request: what can be ended is remembered with the identity', async () => {
    const bearer = await gateway.bearer(ada);
    const identities = gateway.service.app.get(Identities);
    const lookUp = () => statementsOf(async () => identities.byUser(ada.userId));
    expect((await seen(bearer))[0]).toBe(200);
    expect(await lookUp()).toEqual([]);
    await operate('end-sessions');
    expect(await lookUp()).toHaveLength(1);
    expect(await lookUp()).toEqual([]);
  });

  describe('who is a maker or a checker', () => {
    const approval = { makerLimit: { ccyCode: 'GBP', value: 0 }, isChecker: true, checkerLimit: null };
    const set = (body: object) =>
      gateway.put(`/operator/v1/users/${ada.userId}/approval`, body, gateway.staff);
    const callerOf = async (process: TestGateway) => {
      const identity = await process.service.app.get(Identities).byUser(ada.userId);
      return callerFor(identity!, { environment: 'SANDBOX', requestId: 'x', traceparent: 'x' });
    };

    test('is so in every process when the response comes, and sees it; services are told with each request', async () => {
      for (const process of [gateway, other]) expect(await callerOf(process)).not.toHaveProperty('approval');
      expect((await set(approval)).data).toMatchObject({ approval, auditHistory: { version: 2 } });
      for (const process of [gateway, other]) {
        expect((await callerOf(process)).approval).toEqual(approval);
        expect((await process.get('/v1/auth/who-am-i', keyOf(ada))).data.approval).toEqual(approval);
      }
      const q = encodeURIComponent('approval.isChecker == "true"');
      const found = await gateway.get(`/operator/v1/clients/${ada.clientId}/users?q=${q}`, gateway.staff);
      expect(found.data).toMatchObject([{ id: ada.userId }]);
      await set({ makerLimit: null, isChecker: false, checkerLimit: null });
      for (const process of [gateway, other]) expect(await callerOf(process)).not.toHaveProperty('approval');
    });

    test('costs no statement per request', async () => {
      await set(approval);
      await callerOf(gateway);
      expect(await statementsOf(() => callerOf(gateway))).toEqual([]);
    });

    test('has limits that are amounts, and one of approvals only as a checker', async () => {
      const codes = async (body: object) =>
        (await set({ ...approval, ...body })).problem?.errors?.map(
          ({ pointer, code }) => `${pointer} ${code}`,
        );
      expect(await codes({ makerLimit: { ccyCode: 'GBP', value: -1 } })).toEqual([
        '#/makerLimit/value not_positive',
      ]);
      expect(await codes({ makerLimit: { ccyCode: 'JPY', value: 0.5 } })).toEqual([
        '#/makerLimit/value too_many_decimals',
      ]);
      expect(await codes({ isChecker: null })).toEqual(['#/isChecker required']);
      for (const missing of ['makerLimit', 'checkerLimit'])
        expect(await codes({ [missing]: undefined })).toEqual([`#/${missing} required`]);
      const limit = { isChecker: false, checkerLimit: { ccyCode: 'GBP', value: 1 } };
      expect(await codes(limit)).toEqual(['#/checkerLimit not_allowed']);
    });
  });

  test('is read by staff, and has to exist', async () => {
    const { data } = await gateway.get(`/operator/v1/users/${ada.userId}`, gateway.staff);
    expect(data).toMatchObject({ id: ada.userId, email: ada.email, status: 'Active' });
    expect((await gateway.get('/operator/v1/users/usr_unknown', gateway.staff)).status).toBe(404);
    for (const verb of ['disable', 'enable', 'end-sessions'])
      expect((await gateway.post(`/operator/v1/users/usr_unknown/${verb}`, {}, gateway.staff)).status).toBe(
        404,
      );
  });
});
