import type { Caller } from '@corridor/kernel';
import { type Claimed, Deliveries } from '../delivery/deliveries.js';
import type { SendOutcome } from '../delivery/sender.js';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  record,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';
import { WebhookRetention, oldAttempts } from '../webhook-retention.js';

const S = 1_000;
const LEASE_MS = 25 * S;
const DAY_MS = 86_400 * S;

let app: TestDispatcher;
let deliveries: Deliveries;
beforeAll(async () => {
  app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' });
  deliveries = app.http.app.get(Deliveries);
});
afterAll(() => app.http.close());
beforeEach(() => (app.trigger.isAway = false));

const ping = async (caller: Caller, id: string): Promise<string> =>
  (await app.http.post(`webhook-subscriptions/${id}/ping`, undefined, { as: caller })).data.id;
const attemptsOf = async (caller: Caller, id: string, query = '') =>
  (await app.http.get(`webhook-notifications/${id}/attempts${query}`, { as: caller })).data;
const notification = async (caller: Caller, id: string) =>
  (await app.http.get(`webhook-notifications/${id}`, { as: caller })).data;
/** Advances the clock, and runs what is due. */
async function later(ms: number) {
  app.clock.advance(ms);
  await app.dispatcher.turn();
}
const now = () => app.clock.now().toISOString().slice(0, -1);

const outcomes: SendOutcome[] = [
  { ...failed('The receiver responded with 503.'), status: 503, excerpt: 'busy "now"\nline 2 €' },
  { ...failed('No complete response within 15 s.'), failure: 'timeout', status: null },
  { ...delivered, status: 202, excerpt: '{"ok":true}' },
];

describe('the attempts of a notification', () => {
  it('are in the log with their outcomes, latest first', async () => {
    const caller = newCaller();
    const subscription = await app.subscribe(caller);
    let n = 0;
    app.sender.respond = () => outcomes[n++] ?? delivered;
    const startedOn = [now()];
    const id = await ping(caller, subscription);
    for (const [attempt, pauseMs] of [6 * S, 400 * S].entries()) {
      await until(async () => (await attemptsOf(caller, id)).length === attempt + 1);
      await later(pauseMs);
      startedOn.push(now());
    }
    await until(async () => (await notification(caller, id)).sentOn !== null);
    const common = {
      id: expect.stringMatching(/^wha_[0-9A-Z]{26}$/),
      notification: { id },
      subscription: { id: subscription },
      targetUrl: 'https://example.com/hooks',
      latencyMs: expect.any(Number),
    };
    const none = { statusCode: null, failure: null, error: null, responseExcerpt: null };
    expect(await attemptsOf(caller, id)).toEqual([
      {
        ...{ ...common, ...none, attemptNumber: 3, startedOn: startedOn[2] },
        ...{ outcome: 'DELIVERED', statusCode: 202, responseExcerpt: '{"ok":true}' },
      },
      {
        ...{ ...common, ...none, attemptNumber: 2, startedOn: startedOn[1] },
        ...{ outcome: 'FAILED', failure: 'TIMEOUT', error: 'No complete response within 15 s.' },
      },
      {
        ...{
          ...common,
          ...none,
          attemptNumber: 1,
          startedOn: startedOn[0],
          outcome: 'FAILED',
          statusCode: 503,
        },
        ...{ failure: 'STATUS', error: 'The receiver responded with 503.' },
        ...{ responseExcerpt: 'busy "now"\nline 2 €' },
      },
    ]);
    expect((await notification(caller, id)).attemptCount).toBe(3);
  });

  it('are searched like every collection, only by their client', async () => {
    const caller = newCaller();
    const subscription = await app.subscribe(caller);
    app.sender.respond = () => failed();
    const id = await ping(caller, subscription);
    await until(async () => (await attemptsOf(caller, id)).length === 1);
    const where = (q: string) => attemptsOf(caller, id, `?q=${encodeURIComponent(q)}`);
    expect(await where('AND(outcome == "FAILED",statusCode >= "500")')).toHaveLength(1);
    expect(await where('failure == "TLS"')).toHaveLength(0);
    const path = `webhook-notifications/${id}/attempts`;
    const post = await app.http.post(`${path}/search`, { limit: 1 }, { as: caller });
    expect(post.data).toHaveLength(1);
    expect((await app.http.get(path, { as: newCaller() })).status).toBe(404);
    expect((await app.http.get('webhook-notifications/whn_none/attempts', { as: caller })).status).toBe(404);
    const other = await ping(caller, subscription);
    await until(async () => (await attemptsOf(caller, other)).length === 1);
    expect((await attemptsOf(caller, other))[0].notification.id).toBe(other);
  });

  it('that did not begin are not in the log', async () => {
    const caller = newCaller();
    const subscription = await app.subscribe(caller);
    app.trigger.isAway = true;
    const id = await ping(caller, subscription);
    const claimed = await deliveries.claim(subscription, 8, app.clock.now(), LEASE_MS);
    await deliveries.undo(claimed, app.clock.now());
    const [again] = await deliveries.claim(subscription, 8, app.clock.now(), LEASE_MS);
    expect(again?.attemptNumber).toBe(1);
    await record(deliveries, again as Claimed, delivered, app.clock.now());
    expect(await attemptsOf(caller, id)).toMatchObject([{ attemptNumber: 1, outcome: 'DELIVERED' }]);
  });
});

describe('an attempt whose process died', () => {
  async function interrupted() {
    const caller = newCaller();
    const subscription = await app.subscribe(caller);
    app.trigger.isAway = true;
    const id = await ping(caller, subscription);
    const claim = async () =>
      (await deliveries.claim(subscription, 8, app.clock.now(), LEASE_MS))[0] as Claimed;
    const startedOn = now();
    const first = await claim();
    app.clock.advance(LEASE_MS + 1);
    return { caller, id, first, startedOn, second: await claim() };
  }

  it('is logged as interrupted by the next one', async () => {
    const { caller, id, startedOn, second } = await interrupted();
    const log = {
      ...{
        attemptNumber: 1,
        startedOn,
        latencyMs: null,
        outcome: 'INTERRUPTED',
        statusCode: null,
        failure: null,
      },
      ...{ error: 'The attempt before was interrupted on our side.', responseExcerpt: null },
    };
    expect(await attemptsOf(caller, id)).toMatchObject([log]);
    await record(deliveries, second, delivered, app.clock.now());
    expect(await attemptsOf(caller, id)).toMatchObject([{ attemptNumber: 2, outcome: 'DELIVERED' }, log]);
  });

  it('is corrected by its own result if it was only slow', async () => {
    const { caller, id, first, second } = await interrupted();
    await record(deliveries, first, failed('late'), app.clock.now());
    await record(deliveries, second, delivered, app.clock.now());
    expect(await attemptsOf(caller, id)).toMatchObject([
      { attemptNumber: 2, outcome: 'DELIVERED' },
      { attemptNumber: 1, outcome: 'FAILED', error: 'late' },
    ]);
  });
});

it('a result that is recorded twice is one attempt in the log', async () => {
  const caller = newCaller();
  const subscription = await app.subscribe(caller);
  app.trigger.isAway = true;
  const id = await ping(caller, subscription);
  const [one] = await deliveries.claim(subscription, 8, app.clock.now(), LEASE_MS);
  for (let i = 0; i < 2; i++) await record(deliveries, one as Claimed, failed(), app.clock.now());
  expect(await attemptsOf(caller, id)).toHaveLength(1);
  expect((await notification(caller, id)).attemptCount).toBe(1);
});

it('the log is kept for the configured days, and then deleted page by page', async () => {
  const caller = newCaller();
  const subscription = await app.subscribe(caller);
  app.trigger.isAway = true;
  const made: string[] = [];
  for (let i = 0; i < 3; i++) {
    made.push(await ping(caller, subscription));
    const [one] = await deliveries.claim(subscription, 1, app.clock.now(), LEASE_MS);
    await record(deliveries, one as Claimed, delivered, app.clock.now());
    app.clock.advance(10 * DAY_MS);
  }
  const retention = app.http.app.get(WebhookRetention);
  const left = async () =>
    (await Promise.all(made.map((id) => attemptsOf(caller, id)))).map((all) => all.length);
  await retention.turn();
  expect(await left()).toEqual([1, 1, 1]);
  app.clock.advance(DAY_MS);
  await retention.turn();
  expect(await left()).toEqual([0, 1, 1]);
  app.clock.advance(30 * DAY_MS);
  const { text, values } = oldAttempts(app.clock, 30).batch(1);
  expect(await app.http.db.database.query(text, values)).toHaveLength(1);
  expect(await left()).toEqual([0, 0, 1]);
  await retention.turn();
  expect(await left()).toEqual([0, 0, 0]);
  expect((await notification(caller, made[0] ?? '')).sentOn).not.toBeNull();
});
