import { statementsOf } from '@corridor/testing/service';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { Identities } from '../identities.js';
import { MOST_REJECTED } from './credential-limit.js';

/** Wrong credentials cost their sender, not the database and not others. */
describe('the limit of wrong credentials', () => {
  let gateway: TestGateway;
  let ada: Person;
  let now = Date.now();
  beforeAll(async () => {
    gateway = await TestGateway.start({}, [], ['127.0.0.1']);
    ada = await gateway.person();
  });
  beforeEach(() => {
    now += 11_000; // another window
    gateway.measureTimeBy(() => now);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gateway.stop());

  const ATTACKER = '203.0.113.1';
  const whoAmI = (headers: Record<string, string>, address = ATTACKER) =>
    gateway.get('/v1/auth/who-am-i', { ...headers, 'x-forwarded-for': address });
  const withKey = (secret: string, address?: string) => whoAmI({ 'x-api-key': secret }, address);
  const guess = () => withKey(`ck_sandbox_${Math.random()}`);
  const exceed = async () => {
    const responses = await Promise.all(Array.from({ length: MOST_REJECTED + 5 }, guess));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(MOST_REJECTED);
    return refused;
  };

  test('refuses more of them from one address with 429, without a statement', async () => {
    const [refused] = await exceed();
    expect(refused).toMatchObject({ problem: { code: 'rate_limited' }, headers: { 'retry-after': '10' } });
    const statements = await statementsOf(async () => {
      for (let n = 0; n < 20; n++) expect((await guess()).status).toBe(429);
    });
    expect(statements).toEqual([]);
    now += 10_001;
    expect((await guess()).status).toBe(401);
  });

  test.each<[string, () => Record<string, string>]>([
    ['no credential', () => ({})],
    ['a forged token', () => ({ authorization: 'Bearer a.b.c' })],
  ])('counts %s too', async (_, headers) => {
    await exceed();
    expect((await whoAmI(headers())).status).toBe(429);
  });

  test("counts wrong operator's keys, and never refuses the right one", async () => {
    const operate = (key: string) =>
      gateway.post(
        `/operator/v1/users/usr_unknown/unlock`,
        {},
        {
          'x-operator-key': key,
          'x-forwarded-for': ATTACKER,
        },
      );
    await exceed();
    expect((await operate('a guess')).status).toBe(429);
    expect((await operate('an operator key for tests')).status).toBe(404);
  });

  test('refuses no key that has been used, no token, and nobody elsewhere', async () => {
    const unused = await gateway.person();
    const bearer = await gateway.bearer(ada);
    expect((await withKey(ada.secret)).status).toBe(200);
    await exceed();
    expect((await withKey(ada.secret)).status).toBe(200);
    expect((await whoAmI(bearer)).status).toBe(200);
    expect((await withKey(unused.secret, '203.0.113.2')).status).toBe(200);
  });

  test('refuses no key that existed when the process started', async () => {
    const bob = await gateway.person();
    await gateway.service.app.get(Identities).onModuleInit();
    await exceed();
    expect((await withKey(bob.secret)).status).toBe(200);
  });

  test('does not count keys that are used for the first time', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => gateway.person()));
    const responses = await Promise.all(people.map(({ secret }) => withKey(secret)));
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
    await exceed();
  });

  test('counts a revoked key once it is known to be revoked', async () => {
    const bob = await gateway.person();
    expect((await withKey(bob.secret)).status).toBe(200);
    await gateway.operate(`/api-keys/${bob.apiKeyId}/revoke`, {});
    expect((await withKey(bob.secret)).status).toBe(401);
    await exceed();
    expect((await withKey(bob.secret)).status).toBe(429);
  });
});
