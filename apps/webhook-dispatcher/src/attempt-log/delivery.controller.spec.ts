import type { Caller } from '@corridor/kernel';
import { OPERATOR } from '@corridor/http';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';
import { openTestDatabase } from '@corridor/testing/service';
import { MAIN, manyNotifications } from '../notification/many-notifications.fixture.js';
import { service } from '../service.js';
import { FIND_DELIVERIES, FIND_DELIVERIES_OF_SUBSCRIPTION, MOST_DELIVERIES } from './delivery-reports.js';

let app: TestDispatcher;
beforeAll(async () => {
  app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' });
});
afterAll(() => app.http.close());

const PAYMENT = 'pmt_01K00000000000000000000003';
const OTHER = 'pmt_01K00000000000000000000004';
const about = (caller: Caller, ids: string) =>
  app.http.get(`webhook-deliveries?relatedEntityIds=${ids}`, { as: caller });
const asStaff = (clientId: string, permissions: readonly string[] = ['timeline:read']) =>
  app.http.get(`/operator/v1/webhook-deliveries?clientId=${clientId}&relatedEntityIds=${PAYMENT}`, {
    as: { ...newCaller(), client: OPERATOR, permissions },
  });

describe('what was sent about records', () => {
  let caller: Caller;
  let subscriptionId: string;
  beforeAll(async () => {
    caller = newCaller();
    subscriptionId = await app.subscribe(caller);
    const responses = [{ ...failed('The receiver responded with 503.'), status: 503, excerpt: 'busy' }];
    app.sender.respond = () => responses.shift() ?? delivered;
    await app.happens('payment.sent', PAYMENT, { caller });
    const attempts = async (count: number) =>
      (await about(caller, PAYMENT)).data[0]?.attempts.length === count;
    await until(() => attempts(1));
    app.clock.advance(6_000);
    await app.dispatcher.turn();
    await until(() => attempts(2));
    await app.happens('payment.sent', OTHER, { caller });
    await until(async () => (await about(caller, OTHER)).data[0]?.sentOn !== null);
  });

  it('has each notification with its attempts, in their order', async () => {
    const [one, ...others] = (await about(caller, PAYMENT)).data;
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      notification: { id: expect.stringMatching(/^whn_/) },
      subscription: { id: subscriptionId },
      eventType: 'payment.sent',
      relatedEntityId: PAYMENT,
      sentOn: expect.any(String),
      attempts: [
        {
          attemptNumber: 1,
          outcome: 'FAILED',
          statusCode: 503,
          latencyMs: expect.any(Number),
          error: 'The receiver responded with 503.',
          responseExcerpt: 'busy',
        },
        { attemptNumber: 2, outcome: 'DELIVERED', statusCode: 200, error: null },
      ],
    });
  });

  it('is of all the records that are asked for, oldest first', async () => {
    const { data } = await about(caller, `${OTHER},${PAYMENT}`);
    expect(data.map(({ relatedEntityId }: any) => relatedEntityId)).toEqual([PAYMENT, OTHER]);
  });

  it('is shown to its client and to staff, and to nobody else', async () => {
    const own = (await about(caller, PAYMENT)).data;
    expect((await about(newCaller(), PAYMENT)).data).toEqual([]);
    expect((await asStaff(caller.client.id)).data).toEqual(own);
    expect((await asStaff(newCaller().client.id)).data).toEqual([]);
    expect((await asStaff(caller.client.id, [])).status).toBe(403);
    expect((await about({ ...caller, permissions: [] }, PAYMENT)).status).toBe(403);
  });

  it('is read by subscription too, by its client alone', async () => {
    const to = (by: Caller) => app.http.get(`webhook-subscriptions/${subscriptionId}/deliveries`, { as: by });
    expect((await to(caller)).data).toEqual([
      ...(await about(caller, PAYMENT)).data,
      ...(await about(caller, OTHER)).data,
    ]);
    expect((await to(newCaller())).status).toBe(404);
    expect((await to({ ...caller, permissions: [] })).status).toBe(403);
  });

  it.each([
    ['', 'not_an_id'],
    ['ben_1', 'not_an_id'],
    [`${PAYMENT},'; DROP TABLE delivery`, 'not_an_id'],
    [Array.from({ length: 21 }, () => PAYMENT).join(), 'too_many'],
  ])('refuses %s', async (ids, code) => {
    const { status, problem } = await about(caller, encodeURIComponent(ids));
    expect([status, (problem as any).errors[0].code]).toEqual([400, code]);
  });
});

test('no more rows are read than are shown, from indexes', async () => {
  const db = await openTestDatabase(service.migrations);
  await manyNotifications(db, 'cli_many', 50_000);
  const payments = Array.from({ length: 20 }, (_, n) => `pmt_01K${String(77 + n).padStart(23, '0')}`);
  const plans = [];
  for (const [query, of] of [
    [FIND_DELIVERIES, payments],
    [FIND_DELIVERIES_OF_SUBSCRIPTION, MAIN],
  ] as const) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${query}`, [
      'cli_many',
      of,
    ]);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  await db.close();
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan/);
    const read = [...plan.matchAll(/Scan.* on \w+.* rows=([\d.]+) loops=(\d+)/g)].map(
      ([, found, loops]) => Number(found) * Number(loops),
    );
    expect(Math.max(...read)).toBeLessThanOrEqual(MOST_DELIVERIES);
  }
  expect(plans[0]).toMatch(/using webhook_notification_by_related_id /);
}, 120_000);
