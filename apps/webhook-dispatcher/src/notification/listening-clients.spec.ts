import { costOf } from '@corridor/testing/service';
import { type TestDispatcher, factOf, newCaller, startDispatcher } from '../dispatcher.fixture.js';
import { changingSubscriptions } from '../subscription/endpoint.js';

let app: TestDispatcher;
beforeAll(async () => {
  app = await startDispatcher();
  await app.happens('payment.sent', 'pmt_0'); // reads what it reads once
});
afterAll(() => app.http.close());

const now = () => app.clock.now().toISOString().slice(0, -1);
const fact = (caller = newCaller(), version = 1) =>
  factOf('payment.sent', `pmt_${caller.client.id}`, { caller, version, occurredOn: now() });

test('what happens to clients without subscriptions needs one statement and no commit', async () => {
  await app.happens('payment.sent', 'pmt_1');
  expect(await costOf(() => app.deliver(fact(), fact()))).toMatchObject({
    statements: ['SELECT listening_clients($1) AS id'],
    commits: 0,
  });
});

test('a client among them that has one is notified', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  await app.deliver(fact(), fact(caller), fact());
  expect(await app.notificationsOf(caller, id)).toHaveLength(1);
});

test('what happens to a client that is known to have one needs no statement for that', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const isAsked = (text: string) => text.includes('listening_clients');
  const cost = async (...messages: ReturnType<typeof fact>[]) =>
    (await costOf(() => app.deliver(...messages))).statements.filter(isAsked).length;
  expect(await cost(fact(caller, 1))).toBe(1);
  expect(await cost(fact(caller, 2))).toBe(0);
  expect(await cost(fact(caller, 3), fact())).toBe(1);
  await app.act(caller, id, 'unsubscribe');
  expect(await cost(fact(caller, 4))).toBe(0);
  expect(await app.notificationsOf(caller, id)).toHaveLength(3);
});

test('a client that was known to have none is asked about again', async () => {
  const caller = newCaller();
  await app.deliver(fact(caller, 1));
  app.clock.advance(1_000);
  const id = await app.subscribe(caller);
  await app.deliver(fact(caller, 2));
  expect(await app.notificationsOf(caller, id)).toHaveLength(1);
});

test('a client is notified of what happened before its subscription ended, and of nothing after it', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const before = fact(caller, 1);
  app.clock.advance(1_000);
  await app.act(caller, id, 'unsubscribe');
  app.clock.advance(1_000);
  await app.deliver(before, fact(caller, 2));
  expect(await app.notificationsOf(caller, id)).toHaveLength(1);
});

test('a subscription that is being created is waited for', async () => {
  const caller = newCaller();
  const { promise: isCreated, resolve: create } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const creation = changingSubscriptions(app.http.db.database, caller.client.id, async () => {
    lock();
    await isCreated;
  });
  await isLocked;
  let isDelivered = false;
  const delivery = app.deliver(fact(caller)).then(() => (isDelivered = true));
  const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%listening_clients%'
    AND datname = current_database()`;
  while ((await app.http.db.database.query(waits)).length === 0);
  expect(isDelivered).toBe(false);
  create();
  await Promise.all([creation, delivery]);
  expect(isDelivered).toBe(true);
});
