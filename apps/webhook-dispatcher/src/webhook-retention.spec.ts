import { type RetentionPolicy, dueRows } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { RunningService } from '@corridor/platform';
import { type TestDispatcher, newCaller, startDispatcher, until } from './dispatcher.fixture.js';
import { WebhookRetention, oldNotifications } from './webhook-retention.js';

const DAY_MS = 86_400_000;

let app: TestDispatcher;
beforeAll(async () => {
  app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' });
});
afterAll(() => app.http.close());

const ping = async (caller: Caller, id: string): Promise<string> =>
  (await app.http.post(`webhook-subscriptions/${id}/ping`, undefined, { as: caller })).data.id;
const found = async (caller: Caller) => {
  const { data, meta } = await app.http.get('webhook-notifications?sortBy=createdOn:ASC', { as: caller });
  expect(meta.totalCount).toBe(data.length);
  return (data as { id: string }[]).map(({ id }) => id);
};
const isSent = async (caller: Caller, id: string) =>
  (await app.http.get(`webhook-notifications/${id}`, { as: caller })).data.sentOn !== null;

it('notifications are kept for the configured days, and longer while they wait for an attempt', async () => {
  const caller = newCaller();
  const [subscription, paused] = [await app.subscribe(caller), await app.subscribe(caller)];
  await app.http.post(`webhook-subscriptions/${paused}/pause`, undefined, { as: caller });
  const waiting = await ping(caller, paused);
  app.clock.advance(1_000);
  const sent: string[] = [];
  for (let n = 0; n < 3; n++) {
    const id = await ping(caller, subscription);
    await until(() => isSent(caller, id));
    sent.push(id);
    app.clock.advance(30 * DAY_MS);
  }
  const retention = app.http.app.get(WebhookRetention);
  const policy = app.http.app
    .get(RunningService)
    .policies.find(({ name }) => name === 'webhook notifications') as RetentionPolicy;
  const due = async () => (await dueRows(app.http.db.database, policy)).count;
  await retention.turn();
  expect(await due()).toBe(0);
  expect(await found(caller)).toEqual([waiting, ...sent]);
  app.clock.advance(DAY_MS);
  expect(await due()).toBe(1);
  await retention.turn();
  expect(await due()).toBe(0);
  expect(await found(caller)).toEqual([waiting, ...sent.slice(1)]);
  app.clock.advance(60 * DAY_MS);
  const { text, values } = oldNotifications(app.clock, 90).batch(1);
  expect(await app.http.db.database.query(text, values)).toHaveLength(1);
  expect(await found(caller)).toEqual([waiting, sent[2]]);
  await retention.turn();
  expect(await found(caller)).toEqual([waiting]);
  const { database } = app.http.db;
  expect(await database.query('SELECT notification_id AS id FROM delivery WHERE $1', [true])).toEqual([
    { id: waiting },
  ]);
  expect(
    await database.query('SELECT policy, removed::int FROM retention WHERE $1 ORDER BY policy', [true]),
  ).toEqual([
    { policy: 'delivery attempts', removed: 3 },
    { policy: 'webhook notifications', removed: 2 },
  ]);
});
