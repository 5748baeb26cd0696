import { createSubscription } from './support/subscription.js';
import { type Received, Receiver } from './support/receiver.js';
import { type TestClient, newClient } from './support/system.js';

const SUBSCRIPTIONS = 50;
const EVENTS = 12;

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
async function receiver(): Promise<Receiver> {
  const one = await Receiver.start();
  open.push(one);
  return one;
}

it('49 hanging receivers of a client delay neither its fiftieth nor that of another client', async () => {
  const [mine, others, dead] = [await receiver(), await receiver(), await receiver()];
  const gaveUpMs: number[] = [];
  dead.behaviour = (_, response) => void response.once('close', () => gaveUpMs.push(Date.now()));
  const [client, other] = [await newClient(), await newClient()];
  const events = ['inbound_funds.pending'];
  const subscribe = ({ api }: TestClient, targetUrl: string) =>
    createSubscription(api, { events, targetUrl });
  for (let n = 1; n < SUBSCRIPTIONS; n++) await subscribe(client, dead.url);
  await subscribe(client, mine.url);
  await subscribe(other, others.url);
  for (const { api } of [client, other]) await api.post('/v1/wallets', { ccyCode: 'GBP' });
  const happens = async ({ api }: TestClient) => {
    const funds = { ccyCode: 'GBP', amount: 1, outcome: 'PENDING' };
    const credited = () => api.post('/v1/simulators/inbound-funds/credit', funds);
    while ((await credited()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 200));
    for (let n = 1; n < EVENTS; n++) await credited();
  };
  await Promise.all([happens(client), happens(other)]);

  await Promise.all([mine.has(EVENTS), others.has(EVENTS)]);
  /** An attempt at a receiver that hangs has ended between the event and its receipt. */
  const hasWaited = ({ atMs, body }: Received) =>
    gaveUpMs.some((endedMs) => Date.parse(`${body.createdOn}Z`) < endedMs && endedMs < atMs);
  // Who has to wait for a slot gets it only when such an attempt ends; here and there one ends meanwhile by chance.
  for (const { received } of [mine, others])
    expect(received.filter(hasWaited).length).toBeLessThan(EVENTS / 2);
  expect(dead.received.length).toBeGreaterThanOrEqual(SUBSCRIPTIONS - 1);
  await Promise.all(
    [client, other].map(async ({ api }) => {
      const { data } = (await api.get('/v1/webhook-subscriptions?limit=100')).body;
      await Promise.all(data.map(({ id }: any) => api.post(`/v1/webhook-subscriptions/${id}/unsubscribe`)));
    }),
  );
});
