import type { TestResponse } from '@corridor/testing';
import { ownStatementsOf } from '@corridor/testing/service';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { digestOf } from '../api-key/secret.js';
import { Identities, KNOWN_MS } from '../identities.js';
import { MOST_REJECTED } from './credential-limit.js';

/** Wrong credentials cost their sender, not the database and not others. */
describe('the limit of wrong credentials', () => {
  let gateway: TestGateway;
  let ada: Person;
  let unused: Person;
  let before: Person;
  let elsewhere: Person;
  let atStart: Person;
  let now = Date.now();
  beforeAll(async () => {
    gateway = await TestGateway.start({}, [], ['127.0.0.1']);
    [ada, unused] = [await gateway.person(), await gateway.person()];
    [before, elsewhere, atStart] = [await gateway.person(), await gateway.person(), await gateway.person()];
  });
  beforeEach(() => gateway.measureTimeBy(() => now));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gateway.stop());

  const ATTACKER = '203.0.113.1';
  const whoAmI = (headers: Record<string, string>, address = ATTACKER) =>
    gateway.get('/v1/auth/who-am-i', { ...headers, 'x-forwarded-for': address });
  const withKey = (secret: string, address?: string) => whoAmI({ 'x-api-key': secret }, address);
  const operate = (credential: Record<string, string>) =>
    gateway.post('/operator/v1/users/usr_unknown/unlock', {}, { ...credential, 'x-forwarded-for': ATTACKER });
  const guess = () => withKey(`ck_sandbox_${Math.random()}`);
  const guesses: [string, () => Promise<TestResponse>][] = [
    ['an unknown key', guess],
    ['no credential', () => whoAmI({})],
    ['a forged token', () => whoAmI({ authorization: 'Bearer a.b.c' })],
    ["a wrong operator's key", () => operate({ 'x-operator-key': 'a guess' })],
    ['an unknown key of staff', () => operate({ 'x-api-key': `ok_sandbox_${Math.random()}` })],
    ['a forged token of staff', () => operate({ authorization: 'Bearer a.b.c' })],
  ];

  test('counts them all, but no key that is used for the first time', async () => {
    const { setTimeout: start } = globalThis;
    // The limiter also forgets by a timer, which would come too early on a busy machine.
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((work: () => void, ms: number, ...args: []) =>
        start(work, ms === 10_000 ? 3_600_000 : ms, ...args)) as typeof globalThis.setTimeout);
    expect((await withKey(ada.secret)).status).toBe(200);
    const responses: TestResponse[] = [];
    while (responses.length < MOST_REJECTED)
      responses.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, (_, n) => (guesses[n % guesses.length]?.[1] ?? guess)()),
        )),
      );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await guess()).status).toBe(429);
  });

  test.each(guesses)('then refuses %s with 429, without a statement', async (_, send) => {
    const statements = await ownStatementsOf(async () => {
      expect(await send()).toMatchObject({
        status: 429,
        problem: { code: 'rate_limited' },
        headers: { 'retry-after': '10' },
      });
    });
    expect(statements).toEqual([]);
  });

  test('refuses no key that has been used, no token, not that of staff, and nobody elsewhere', async () => {
    const bearer = await gateway.bearer(ada);
    expect((await withKey(ada.secret)).status).toBe(200);
    expect((await whoAmI(bearer)).status).toBe(200);
    expect((await operate(gateway.staff)).status).toBe(404);
    expect((await withKey(unused.secret, '203.0.113.2')).status).toBe(200);
  });

  test('refuses no key that was created since the process started, before or during the flood', async () => {
    expect((await withKey(before.secret)).status).toBe(200);
    const during = await gateway.person();
    expect((await guess()).status).toBe(429);
    expect((await withKey(during.secret)).status).toBe(200);
  });

  test('refuses no key that another process has created, after a second', async () => {
    const secret = 'ck_sandbox_of_another_process';
    await gateway.database.query(
      `UPDATE credential SET digest = $1, created_on = now() WHERE api_key_id = $2`,
      [digestOf(secret), elsewhere.apiKeyId],
    );
    expect((await withKey(secret)).status).toBe(429);
    now += KNOWN_MS;
    const statements = await ownStatementsOf(async () => {
      for (const { status } of await Promise.all([guess(), guess(), guess()])) expect(status).toBe(429);
    });
    expect(statements).toHaveLength(1);
    expect((await withKey(secret)).status).toBe(200);
  });

  test('refuses no key that existed when the process started', async () => {
    await gateway.service.app.get(Identities).onModuleInit();
    expect((await withKey(atStart.secret)).status).toBe(200);
  });

  test('refuses a revoked key once it is known to be revoked', async () => {
    await gateway.operate(`/api-keys/${unused.apiKeyId}/revoke`, {});
    expect((await withKey(unused.secret)).status).toBe(401);
    expect((await withKey(unused.secret)).status).toBe(429);
  });

  test('ends with the window', async () => {
    now += 10_001;
    expect((await guess()).status).toBe(401);
  });
});
