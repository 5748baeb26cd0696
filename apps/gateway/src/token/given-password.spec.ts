import { ADMINISTRATOR, OPERATOR_KEY, TestGateway } from '../gateway.fixture.js';

const GIVEN = 'seven ships in a row';
const OWN = 'eight ships in a row';
const DAY_MS = 86_400_000;

/** Staff know the first password of whom they create, and would know it for ever. */
let gateway: TestGateway;
let ines: Record<string, string>;
let count = 0;
beforeAll(async () => {
  gateway = await TestGateway.start({ ENVIRONMENT: 'PRODUCTION', FOUR_EYES: 'none' });
  ines = await gateway.staffBearer(ADMINISTRATOR);
});
afterAll(() => gateway.stop());

interface Somebody {
  readonly email: string;
  readonly path: string;
  readonly reset: string;
}
const kinds = {
  'a user of a client': async (): Promise<Somebody> => {
    const { id } = await gateway.client();
    const person = { firstName: 'Ada', lastName: 'Lovelace', email: `ada${++count}@example.com` };
    const { data } = await gateway.post(
      `/operator/v1/clients/${id}/users`,
      { ...person, password: GIVEN },
      ines,
    );
    return { email: person.email, path: '/v1/auth', reset: `/operator/v1/users/${data.id}/reset-password` };
  },
  'a member of staff': async (): Promise<Somebody> => {
    const person = { firstName: 'Bo', lastName: 'Chen', email: `bo${++count}@corridor.example` };
    const body = { ...person, password: GIVEN, roles: ['onboarding'] };
    const { data } = await gateway.post('/operator/v1/staff', body, ines);
    return {
      email: person.email,
      path: '/operator/v1/auth',
      reset: `/operator/v1/staff/${data.id}/reset-password`,
    };
  },
};

describe.each(Object.entries(kinds))('%s', (_, created) => {
  let who: Somebody;
  beforeEach(async () => void (who = await created()));

  const logIn = (password: string, newPassword?: string) =>
    gateway.post(`${who.path}/token`, { email: who.email, password, ...(newPassword && { newPassword }) });
  const whoAmI = (token: string) => gateway.get(`${who.path}/who-am-i`, { authorization: `Bearer ${token}` });
  const isRefused = { status: 403, problem: { code: 'password_change_required' } };

  test('logs in with a given password only to replace it, and then staff do not know it', async () => {
    expect(await logIn(GIVEN)).toMatchObject(isRefused);
    const first = await logIn(GIVEN, OWN);
    expect(first.status).toBe(200);
    expect((await whoAmI(first.data.accessToken)).status).toBe(200);
    expect((await logIn(GIVEN)).status).toBe(401);
    expect((await logIn(GIVEN, 'nine ships in a row')).status).toBe(401);
    expect((await logIn(OWN)).status).toBe(200);
  });

  test('has a weak or the same password refused, and nothing is changed', async () => {
    for (const [password, code] of [
      [GIVEN, 'not_changed'],
      ['password2026!', 'weak_password'],
      [who.email, 'weak_password'],
    ] as const)
      expect(await logIn(GIVEN, password)).toMatchObject({
        status: 400,
        problem: { errors: [{ pointer: '#/newPassword', code }] },
      });
    expect(await logIn(GIVEN)).toMatchObject(isRefused);
  });

  test('says with a wrong password nothing about it', async () => {
    const wrong = await logIn('six ships in a row', 'password2026!');
    expect(wrong).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } });
  });

  test('cannot use it after three days, and can when it is given again', async () => {
    gateway.clock.advance(3 * DAY_MS + 1_000);
    ines = await gateway.staffBearer(ADMINISTRATOR);
    expect(await logIn(GIVEN, OWN)).toMatchObject({
      ...isRefused,
      problem: {
        code: 'password_change_required',
        detail: expect.stringContaining('cannot be used any more'),
      },
    });
    expect((await gateway.post(who.reset, { password: GIVEN }, ines)).status).toBe(200);
    expect((await logIn(GIVEN, OWN)).status).toBe(200);
  });

  test('replaces one that staff have reset, which ends the sessions', async () => {
    const { data } = await logIn(GIVEN, OWN);
    await gateway.post(who.reset, { password: GIVEN }, ines);
    expect((await whoAmI(data.accessToken)).status).toBe(401);
    expect((await logIn(OWN)).status).toBe(401);
    expect(await logIn(GIVEN)).toMatchObject(isRefused);
  });

  test('changes a password of their own with a login, which ends the other sessions', async () => {
    const before = (await logIn(GIVEN, OWN)).data.accessToken;
    const after = (await logIn(OWN, 'nine ships in a row')).data.accessToken;
    expect([(await whoAmI(before)).status, (await whoAmI(after)).status]).toEqual([401, 200]);
  });

  test('is given no password that others guess first', async () => {
    for (const password of ['password', 'password2026!', who.email])
      expect(await gateway.post(who.reset, { password }, ines)).toMatchObject({
        status: 400,
        problem: { errors: [{ pointer: '#/password' }] },
      });
  });

  test('logs in once with a given password, however many try', async () => {
    const logins = await Promise.all(
      ['nine', 'ten', 'twelve'].map((one) => logIn(GIVEN, `${one} ships in a row`)),
    );
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });
});

test('the first administrator has chosen the password, which is no common one either', async () => {
  const empty = await TestGateway.start({ ENVIRONMENT: 'PRODUCTION', OPERATOR_KEY: `${OPERATOR_KEY}!` });
  const create = (password: string) =>
    empty.post(
      '/operator/v1/staff',
      { ...ADMINISTRATOR, password, firstName: 'Ines', lastName: 'Almeida', roles: ['administrator'] },
      { 'x-operator-key': `${OPERATOR_KEY}!` },
    );
  expect((await create('password')).status).toBe(400);
  expect((await create(OWN)).status).toBe(200);
  const login = { email: ADMINISTRATOR.email, password: OWN };
  expect((await empty.post('/operator/v1/auth/token', login)).status).toBe(200);
  await empty.stop();
});

test('in the sandbox a given password is used as it is', async () => {
  const sandbox = await TestGateway.start();
  const { email, password } = await sandbox.person();
  expect((await sandbox.post('/v1/auth/token', { email, password })).status).toBe(200);
  await sandbox.stop();
});
