import { randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { type TestClient, fundedClient, operator } from '../support/system.js';

/** An instruction whose price has moved beyond the bound of its client, in all services (production §5). */

const PLANS = '/operator/v1/dealing/margin-plans';
const MOVED = '/operator/v1/dealing/moved-prices';
const SIZE = 100;
let client: TestClient & { readonly beneficiaryId: string };
let planId: string;
let basisPoints = 0;

const planOf = () => ({ name: randomUUID(), basisPoints, rules: [], maximumSlippage: 20 });
const succeeded = <Reply extends { status: number; text: string }>(reply: Reply): Reply => {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply;
};

beforeAll(async () => {
  client = await fundedClient({ GBP: 10_000 });
  planId = succeeded(await operator.post(PLANS, planOf())).body.data.id as string;
  const ofClient = `/operator/v1/dealing/client-margin-plans/${client.clientId}`;
  succeeded(await operator.put(ofClient, { marginPlanId: planId }));
});

const atMarket = (id: string) =>
  client.api.post(`/v1/simulators/payment-instructions/${id}/fill`, {
    useIndicativeRateForActualRate: false,
  });
const read = async (id: string) => (await client.api.get(`/v1/payment-instructions/${id}`)).body.data;
const act = (id: string, action: string, body: object = {}) =>
  client.api.post(`/v1/payment-instructions/${id}/${action}`, body);

/** Its margin rises by 1 % after its creation, once all services know its plan. */
async function moving(): Promise<string> {
  let id = '';
  await until(async () => {
    id = await createAndMove(
      client.api,
      instructionFor(client.beneficiaryId, { amount: SIZE }),
      'acknowledge',
    );
    basisPoints += 100;
    succeeded(await operator.put(`${PLANS}/${planId}`, planOf()));
    const { status, body } = await atMarket(id);
    if (status !== 200) expect({ status, code: body.code }).toEqual({ status: 422, code: 'price_moved' });
    return status !== 200;
  });
  return id;
}
const lower = async () => {
  basisPoints = 0;
  succeeded(await operator.put(`${PLANS}/${planId}`, planOf()));
};

it('waits visibly, and is filled at the price that the client accepts', async () => {
  const id = await moving();
  const { newPrice, indicativePrice, status, statusHistory } = await read(id);
  expect({ status, consent: newPrice.status }).toEqual({
    status: 'ACKNOWLEDGED',
    consent: 'AWAITING_CONSENT',
  });
  expect(statusHistory.at(-1).statusReason).toMatch(/^Not filled yet: the price is worse than/);
  const { value } = indicativePrice.sellAmount;
  expect(newPrice.price.sellAmount.value).toBeGreaterThan(value * 1.002);
  const { body } = succeeded(await act(id, 'accept-price', { rate: newPrice.price.rate }));
  expect(body.data).toMatchObject({ indicativePrice: newPrice.price, newPrice: { status: 'ACCEPTED' } });
  expect(body.data.statusHistory.at(-1).statusReason).toBeNull();
  await until(async () => (await atMarket(id)).status === 200);
  const filled = await read(id);
  expect(filled.status).toBe('FILLED');
  expect(filled.actualPrice.sellAmount.value).toBeLessThan(newPrice.price.sellAmount.value * 1.002 + 0.01);
});

it('is filled when the market has returned', async () => {
  await lower();
  const id = await moving();
  await lower();
  await until(async () => (await atMarket(id)).status === 200);
  expect(await read(id)).toMatchObject({ status: 'FILLED', newPrice: null });
});

it('goes on when a dealer approves it, and ends when the client declines it', async () => {
  await lower();
  const [approved, declined] = [await moving(), await moving()];
  const where = encodeURIComponent(`clientId == "${client.clientId}"`);
  const waiting = async () =>
    ((await operator.get(`${MOVED}?q=${where}`)).body.data as { id: string }[]).map(({ id }) => id);
  expect(await waiting()).toEqual([declined, approved]);
  succeeded(await operator.post(`${MOVED}/${approved}/approve`, { reason: 'Agreed by telephone' }));
  expect(await read(approved)).toMatchObject({
    status: 'ACKNOWLEDGED',
    newPrice: { status: 'APPROVED', by: null },
    auditHistory: { updated: { by: null } },
  });
  succeeded(await act(declined, 'decline-price', { reason: 'Too expensive' }));
  expect(await read(declined)).toMatchObject({ status: 'REJECTED', newPrice: null });
  expect((await atMarket(declined)).status).toBe(409);
  expect(await waiting()).toEqual([]);
});

it('is accepted or declined once, however many ask at the same time', async () => {
  await lower();
  const id = await moving();
  const replies = await Promise.all([
    act(id, 'accept-price'),
    act(id, 'accept-price'),
    act(id, 'decline-price', { reason: 'Too expensive' }),
    operator.post(`${MOVED}/${id}/approve`, { reason: 'Agreed by telephone' }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});
