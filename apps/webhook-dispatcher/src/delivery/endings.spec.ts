import type { Caller } from '@corridor/kernel';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher()));
afterAll(() => app.http.close());

const body = { targetUrl: 'https://example.com/hooks', events: ['payment.sent', 'ping'] };
const notificationsOf = async (caller: Caller) =>
  (await app.http.get('webhook-notifications?limit=1000', { as: caller })).data;

it('under concurrent actions it is unsubscribed once, nothing begins afterwards, and nothing stays open', async () => {
  const caller = newCaller();
  const { id } = (await app.http.post('webhook-subscriptions', body, { as: caller })).data;
  const { data: first } = await app.act(caller, id, 'ping');
  let underWay = 0;
  app.sender.respond = async () => {
    underWay++;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    underWay--;
    return Math.random() < 0.5 ? failed() : delivered;
  };
  const steps: ((n: number) => Promise<{ status: number }>)[] = [
    () => app.act(caller, id, 'ping'),
    () => app.act(caller, id, 'pause'),
    () => app.http.post(`webhook-notifications/${first.id}/redeliver`, undefined, { as: caller }),
    () => app.act(caller, id, 'resume'),
    (n) => app.http.put(`webhook-subscriptions/${id}`, { ...body, targetPlatform: `${n}` }, { as: caller }),
    () => app.act(caller, id, 'rotate-secret'),
  ];
  const endings: number[] = [];
  const storm = Array.from({ length: 120 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 2));
    if (n % 4 === 0) await app.happens('payment.sent', `pmt_${n}`, { caller });
    if (n >= 80 && n < 90) endings.push((await app.act(caller, id, 'unsubscribe')).status);
    return (await steps[n % steps.length]?.(n))?.status;
  });
  const statuses = await Promise.all(storm);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(endings.sort()).toEqual([200, ...Array<number>(9).fill(409)]);

  await until(() => underWay === 0);
  const begun = app.sender.sent.length;
  app.clock.advance(7 * 86_400_000);
  await app.dispatcher.turn();
  await app.happens('payment.sent', 'pmt_late', { caller });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(app.sender.sent).toHaveLength(begun);
  const all = await notificationsOf(caller);
  expect(all.filter((one: any) => one.relatedEntityId === 'pmt_late')).toEqual([]);
  for (const one of all) {
    expect(one.lockedUntil).toBeNull();
    expect(one.sentOn !== null || one.lastError !== null).toBe(true);
  }
  const { data } = await app.http.get(`webhook-subscriptions/${id}`, { as: caller });
  expect(data).toMatchObject({ isActive: false, unsubscribedOn: expect.any(String) });
});
