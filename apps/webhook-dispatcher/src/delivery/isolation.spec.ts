import type { Caller } from '@corridor/kernel';
import { type TestDispatcher, delivered, newCaller, startDispatcher, until } from '../dispatcher.fixture.js';

const SUBSCRIPTIONS = 50;
const EVENTS = 12;
const MINE = 'https://mine.example/hooks';
const OTHERS = 'https://others.example/hooks';

let app: TestDispatcher;
beforeEach(async () => (app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' })));
afterEach(() => app.http.close());

const subscribe = (as: Caller, targetUrl: string) =>
  app.http.post('webhook-subscriptions', { targetUrl, events: ['payment.sent'] }, { as });

it('49 receivers of a client that never respond hold up neither its fiftieth nor the one of another client', async () => {
  const [client, other] = [newCaller(), newCaller()];
  app.sender.respond = ({ url }) =>
    [MINE, OTHERS].includes(url) ? delivered : new Promise<never>(() => undefined);
  for (let n = 1; n < SUBSCRIPTIONS; n++) await subscribe(client, `https://dead-${n}.example/hooks`);
  await subscribe(client, MINE);
  await subscribe(other, OTHERS);
  for (let n = 0; n < EVENTS; n++)
    for (const caller of [client, other]) await app.happens('payment.sent', `pmt_${n}`, { caller });
  const sent = (to: string) => app.sender.sent.filter(({ url }) => url === to).length;
  await until(() => sent(MINE) === EVENTS && sent(OTHERS) === EVENTS);
  expect(new Set(app.sender.sent.map(({ url }) => url)).size).toBe(SUBSCRIPTIONS + 1);
});
