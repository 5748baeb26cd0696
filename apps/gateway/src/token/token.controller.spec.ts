import { type Person, TestGateway } from '../gateway.fixture.js';

describe('the token', () => {
  let gateway: TestGateway;
  let ada: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());

  const login = (email: unknown, password: unknown) =>
    gateway.service.post('auth/token', { email, password }, { key: null });

  test('is issued for email address and password, without an idempotency key', async () => {
    const response = await login(ada.email.toUpperCase(), ada.password);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const expiresOn = new Date(Math.floor(gateway.clock.now().getTime() / 1000) * 1000 + 1_800_000)
      .toISOString()
      .slice(0, -1);
    expect(response.data).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      tokenType: 'Bearer',
      expiresIn: 1800,
      expiresOn,
    });
    const [header, claims] = response.data.accessToken
      .split('.')
      .map((part: string) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(Object.keys(JSON.parse(claims)).sort()).toEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'jti',
      'sessions_ended',
      'sub',
    ]);
  });

  test('an unknown email address and a wrong password have the same response', async () => {
    const wrong = await login(ada.email, 'not the password');
    const unknown = await login('nobody@example.com', 'not the password');
    expect(wrong.status).toBe(401);
    expect({ ...wrong.problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
  });

  test('also in the response time', async () => {
    // CPU time of all threads, which does not depend on the load.
    const time = async (email: string) => {
      const began = process.cpuUsage();
      await login(email, 'not the password');
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const people = await Promise.all([1, 2, 3].map(() => gateway.person()));
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 24; i++) {
      known.push(await time(people[i % 3]?.email ?? ''));
      unknown.push(await time(`nobody${i % 3}@example.com`));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length / 2] ?? 0;
    expect(median(known) / median(unknown)).toBeGreaterThan(0.7);
    expect(median(known) / median(unknown)).toBeLessThan(1.4);
  });

  test('needs both fields', async () => {
    expect((await login(undefined, 5)).problem?.errors).toEqual([
      { pointer: '#/email', code: 'required', detail: expect.any(String) },
      { pointer: '#/password', code: 'not_text', detail: expect.any(String) },
    ]);
  });

  test('is throttled: after ten wrong passwords a minute none is accepted, not even the right one', async () => {
    const eve = await gateway.person();
    const statuses = async (count: number, password: string) =>
      Promise.all(Array.from({ length: count }, async () => (await login(eve.email, password)).status));
    expect((await statuses(12, 'wrong')).sort()).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await login(eve.email, eve.password);
    expect(refused).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect((await login(ada.email, ada.password)).status).toBe(200);
  });

  test('a successful login is not counted', async () => {
    const bob = await gateway.person();
    for (let i = 0; i < 15; i++) expect((await login(bob.email, bob.password)).status).toBe(200);
  });
});
