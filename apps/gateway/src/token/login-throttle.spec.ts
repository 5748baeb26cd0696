import { type Person, TestGateway } from '../gateway.fixture.js';

/** Failed logins lock out those who fail, and nobody else. */

const RIGHT = 'correct horse battery';
const from = (address: string) => ({ 'x-forwarded-for': address });

async function login(gateway: TestGateway, email: string, password: string, address: string) {
  const { status, headers } = await gateway.service.post(
    'auth/token',
    { email, password },
    { key: null, headers: from(address) },
  );
  return { status, retryAfter: Number(headers['retry-after'] ?? 0) };
}

const statusesOf = (attempts: Promise<{ status: number }>[]) =>
  Promise.all(attempts.map(async (one) => (await one).status));

/** More than a network may fail in a minute, each for another email address. */
const attack = (gateway: TestGateway, address: string) =>
  statusesOf(Array.from({ length: 105 }, (_, n) => login(gateway, `v${n}@example.com`, 'guess', address)));

describe('behind a proxy', () => {
  let gateway: TestGateway;
  let ada: Person;
  let now = Date.now();
  beforeAll(async () => {
    gateway = await TestGateway.start({}, [], ['127.0.0.1']);
    ada = await gateway.person();
  });
  beforeEach(() => gateway.measureTimeBy(() => now));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gateway.stop());
  const pass = (seconds: number) => (now += seconds * 1000);

  test('100 failed logins lock out their address, and who has never logged in from there', async () => {
    const bob = await gateway.person();
    expect((await login(gateway, ada.email, RIGHT, '203.0.113.1')).status).toBe(200);
    const statuses = await attack(gateway, '203.0.113.1');
    expect(statuses.filter((one) => one === 401)).toHaveLength(100);
    expect(statuses.filter((one) => one === 429)).toHaveLength(5);
    expect(await login(gateway, bob.email, RIGHT, '203.0.113.1')).toEqual({ status: 429, retryAfter: 60 });
    expect((await login(gateway, ada.email, RIGHT, '203.0.113.1')).status).toBe(200);
    expect((await login(gateway, bob.email, RIGHT, '203.0.113.2')).status).toBe(200);
    pass(61);
    expect((await login(gateway, bob.email, RIGHT, '203.0.113.1')).status).toBe(200);
  });

  test('addresses that one subscriber has count together', async () => {
    const eve = await gateway.person();
    const guesses = Array.from({ length: 11 }, (_, n) =>
      login(gateway, eve.email, 'guess', `2001:db8:1:2::${n}`),
    );
    expect((await statusesOf(guesses)).sort()).toEqual([...Array<number>(10).fill(401), 429]);
  });

  describe('an account that is guessed from many addresses', () => {
    let eve: Person;
    let count = 0;
    const elsewhere = () => `198.51.100.${++count}`;
    const guess = () => login(gateway, eve.email, 'guess', elsewhere());
    const HOME = '192.0.2.1';
    beforeEach(async () => {
      eve = await gateway.person();
      expect((await login(gateway, eve.email, RIGHT, HOME)).status).toBe(200);
      expect(await statusesOf(Array.from({ length: 10 }, guess))).toEqual(Array(10).fill(401));
      expect((await guess()).status).toBe(401);
    });

    test('makes each further guess wait twice as long, the right one too', async () => {
      const waits: number[] = [];
      for (let n = 0; n < 5; n++) {
        const { status, retryAfter } = await login(gateway, eve.email, RIGHT, elsewhere());
        expect(status).toBe(429);
        waits.push(retryAfter);
        pass(retryAfter);
        expect((await guess()).status).toBe(401);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16]);
      pass(32);
      expect((await login(gateway, eve.email, RIGHT, elsewhere())).status).toBe(200);
      expect((await guess()).status).toBe(401); // a login ends the delay
      expect((await guess()).status).toBe(401);
    });

    test('lets only one of many guesses through at a time', async () => {
      pass(1);
      const statuses = await statusesOf(Array.from({ length: 20 }, guess));
      expect(statuses.filter((one) => one === 401)).toHaveLength(1);
      pass(2);
      expect((await guess()).status).toBe(401); // those that were refused have not made the delay longer
    });

    test('stays open where its user has logged in before', async () => {
      for (const seconds of [1, 2, 4, 8, 16]) {
        pass(seconds);
        expect((await guess()).status).toBe(401);
      }
      expect((await guess()).status).toBe(429);
      expect((await login(gateway, eve.email, RIGHT, HOME)).status).toBe(200);
      expect((await guess()).status).toBe(429);
    });

    test('is unlocked by the operator, once for each idempotency key', async () => {
      const address = elsewhere();
      expect((await login(gateway, eve.email, RIGHT, address)).status).toBe(429);
      const headers = {
        ...gateway.staff,
        'x-idempotency-key': eve.userId,
      };
      const path = `/operator/v1/users/${eve.userId}/unlock`;
      const first = await gateway.post(path, {}, headers);
      expect(first).toMatchObject({ status: 200, data: { id: eve.userId, email: eve.email } });
      expect(await gateway.post(path, {}, headers)).toMatchObject({ text: first.text, replayed: true });
      pass(1); // as long as a process may repeat a refusal
      expect((await login(gateway, eve.email, RIGHT, address)).status).toBe(200);
      const [row] = await gateway.database.query<{ unlocks: number }>(
        'SELECT unlocks FROM login WHERE user_id = $1',
        [eve.userId],
      );
      expect(row).toEqual({ unlocks: 1 });
      const other = { ...headers, 'x-idempotency-key': 'other' };
      expect((await gateway.post('/operator/v1/users/usr_unknown/unlock', {}, other)).status).toBe(404);
    });
  });
});

test('without a trusted proxy, X-Forwarded-For is ignored', async () => {
  const gateway = await TestGateway.start();
  const eve = await gateway.person();
  const guesses = Array.from({ length: 12 }, (_, n) => login(gateway, eve.email, 'guess', `203.0.113.${n}`));
  expect((await statusesOf(guesses)).sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
  await gateway.stop();
});

test('of the addresses in X-Forwarded-For, the last one that no trusted proxy has counts', async () => {
  const gateway = await TestGateway.start({}, [], ['127.0.0.1', '10.0.0.0/8']);
  const eve = await gateway.person();
  const guesses = Array.from({ length: 12 }, (_, n) =>
    login(gateway, eve.email, 'guess', `198.51.100.${n}, 203.0.113.9, 10.1.2.3`),
  );
  expect((await statusesOf(guesses)).sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
  await gateway.stop();
});
