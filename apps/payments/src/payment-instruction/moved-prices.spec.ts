import { money } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { Production } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, quotes, startPayments } from '../payments.fixture.js';

/** PRODUCTION: instructions whose price has moved beyond the bound of the client, over HTTP. */

const PLAN = 'mgp_00000000000000000000000001';
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
let payments: PaymentsUnderTest;
let production: Production;

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  production = new Production(payments, { ...testCaller, environment: 'PRODUCTION' }, clock);
  const none = { basisPoints: 0, rules: [], maximumSlippage: null };
  await payments.reactions.onMarginPlanSet(delivered({ planId: PLAN, ...none, maximumSlippage: 100 }));
  await payments.reactions.onMarginPlanSet(delivered({ planId: `${PLAN.slice(0, -1)}2`, ...none }));
  await payments.reactions.onMarginPlanAssigned(delivered({ clientId: null, planId: PLAN }));
});
afterAll(() => payments.close());

const as = { as: 'production' } as const;
const read = async (id: string) => (await payments.get(`payment-instructions/${id}`)).data;
const act = (id: string, action: string, body: object = {}) =>
  payments.post(`payment-instructions/${id}/${action}`, body, as);
const approve = (id: string, body: object = {}) =>
  payments.operate(
    'POST',
    `dealing/moved-prices/${id}/approve`,
    { reason: 'By telephone.', ...body },
    'dealer',
  );
const waiting = async () => (await payments.operate('GET', 'dealing/moved-prices', undefined, 'dealer')).data;

interface Requested {
  readonly conversionId: string;
  readonly worst: { ccyCode: string; minor: unknown } | null;
}
const bookings = async (id: string): Promise<Requested[]> => {
  const rows = await payments.db.database.query<{ message: string }>(
    `SELECT message::text FROM events WHERE stream_id = $1 AND type = 'booking_requested' ORDER BY version`,
    [id],
  );
  return rows.map(({ message }) => (JSON.parse(message) as { data: Requested }).data);
};
const priced = (sold: bigint, rate: string) => ({
  quote: { ...quotes[0]!, ask: rate },
  margin: null,
  price: { ccyPair: 'EURGBP', rate, sellAmount: money('GBP', sold), buyAmount: money('EUR', 1000_00n) },
});
const moved = priced(880_00n, '0.88');
const outcomeOf = async (id: string) => ({
  conversionId: (await bookings(id)).at(-1)!.conversionId,
  paymentInstructionId: id,
});
const declines = async (id: string, at = moved) =>
  payments.reactions.onBookingDeclined(
    delivered({ ...(await outcomeOf(id)), reason: 'price_moved', priced: at, detail: null }),
  );
const books = async (id: string, { price } = moved) => {
  const resource = { reference: 'CON-20261120-000001' } as never;
  await payments.reactions.onConversionBooked(delivered({ ...(await outcomeOf(id)), price, resource }));
};

/** EUR 1,000 for GBP 860 indicatively: 868.60 at most, and the market asks 880. */
async function instructed(): Promise<string> {
  const body = await payments.instructionBody();
  const { id } = (await payments.post('payment-instructions', body, as)).data as { id: string };
  for (let n = 0; n < 3; n++) await production.hear();
  expect(await bookings(id)).toMatchObject([{ worst: { ccyCode: 'GBP' } }]);
  return id;
}
async function moving(): Promise<string> {
  const id = await instructed();
  await declines(id);
  return id;
}
const soldAtMost = async (id: string) => String((await bookings(id)).at(-1)?.worst?.minor);
const lastEntry = async (id: string) => (await read(id)).statusHistory.at(-1);

test('it waits visibly, and its client and dealers are told', async () => {
  const id = await moving();
  expect(await soldAtMost(id)).toBe('86860');
  expect(await read(id)).toMatchObject({
    ...{ status: 'ACKNOWLEDGED', actualPrice: null, linkedConversionId: null },
    indicativePrice: { rate: 0.86 },
    newPrice: { status: 'AWAITING_CONSENT', price: { rate: 0.88, sellAmount: { value: 880 } }, by: null },
  });
  expect(await lastEntry(id)).toMatchObject({
    ...{
      status: 'ACKNOWLEDGED',
      statusReason:
        'Not filled yet: the price is worse than the indicative one by more than your client accepts. It is filled when `newPrice` is accepted, or when the market returns.',
    },
  });
  expect(await waiting()).toMatchObject([{ id, clientId: testCaller.client.id }]);
  // Once: it waits on with another price, and is not filled because it is ACKNOWLEDGED.
  expect(await production.hear()).toEqual(['payment_instruction.acknowledged']);
  clock.advance(5 * 60_000);
  await production.releaseJob.turn();
  await declines(id, priced(890_00n, '0.89'));
  expect(await production.hear()).toEqual(['conversions.booking_requested']);
  expect((await bookings(id)).length).toBe(2);
  expect(await read(id)).toMatchObject({ newPrice: { price: { rate: 0.89 } } });
  await act(id, 'decline-price', { reason: 'Too expensive.' });
});

describe('while it waits', () => {
  const publish = async (ofPair: (typeof quotes)[number][], halted: string[] = []) => {
    const published = { quotes: [...ofPair, quotes[1]!], halted, isSimulated: false };
    await payments.reactions.onRatesPublished(delivered<'conversions.rates_published'>(published));
    clock.advance(2_000); // what was read before is known for a second
  };
  const market = (bid: string, mid: string, ask: string) => publish([{ ...quotes[0]!, bid, mid, ask }]);
  afterEach(() => publish([quotes[0]!]));

  const eventCount = async (id: string) =>
    (await payments.db.database.query('SELECT 1 FROM events WHERE stream_id = $1', [id])).length;

  test.each([
    ['where it was', () => market('0.86', '0.87', '0.88')],
    ['better, but not within the bound', () => market('0.86', '0.865', '0.8720')],
    ['worse, but not by the bound', () => market('0.86', '0.87', '0.8888')],
    ['without a rate', () => publish([], ['EURGBP'])],
  ])('nothing is written down for a market that is %s', async (_, set) => {
    const id = await moving();
    const before = await eventCount(id);
    await set();
    for (let n = 0; n < 2; n++) await production.releaseJob.turn();
    expect(await eventCount(id)).toBe(before);
    expect(await read(id)).toMatchObject({ newPrice: { status: 'AWAITING_CONSENT', price: { rate: 0.88 } } });
    await act(id, 'decline-price', { reason: 'Too expensive.' });
  });

  test.each([
    ['back within the bound', () => market('0.85', '0.86', '0.8686')],
    ['worse by more than the bound, so that the client sees it', () => market('0.86', '0.87', '0.8889')],
    ['better by as much', () => market('0.86', '0.865', '0.8712')],
  ])('it is tried in a market that is %s', async (_, set) => {
    const id = await moving();
    await set();
    await production.releaseJob.turn();
    expect((await bookings(id)).length).toBe(2);
    await books(id);
  });

  test('health reports that it waits for more than an hour', async () => {
    const check = () => production.health['moved prices']!();
    const id = await moving();
    const since = (await read(id)).newPrice.on as string;
    clock.advance(60 * 60_000);
    await check();
    clock.advance(1);
    await expect(check()).rejects.toMatchObject({
      detail: `1 instructions wait with another price for more than an hour, the first since ${since}`,
    });
    await act(id, 'decline-price', { reason: 'Too expensive.' });
    await check();
    clock.advance(-60 * 60_000 - 1);
  });
});

test('it is filled when the market has returned, up to the same bound', async () => {
  const id = await moving();
  await production.releaseJob.turn();
  expect(await soldAtMost(id)).toBe('86860');
  const returned = priced(868_60n, '0.8686');
  await books(id, returned);
  expect(await read(id)).toMatchObject({
    ...{ status: 'FILLED', actualPrice: { rate: 0.8686 }, newPrice: null, indicativePrice: { rate: 0.86 } },
  });
  expect(await act(id, 'accept-price')).toMatchObject({ status: 409 });
});

test('the client accepts what it has seen, and it is filled at once', async () => {
  const id = await moving();
  const other = await act(id, 'accept-price', { rate: 0.86 });
  expect(other).toMatchObject({
    status: 422,
    problem: { code: 'price_moved', detail: 'The rate is 0.88 now.' },
  });
  const { data } = await act(id, 'accept-price', { rate: 0.88 });
  expect(data).toMatchObject({
    ...{ status: 'ACKNOWLEDGED', indicativePrice: { rate: 0.88 } },
    newPrice: { status: 'ACCEPTED', by: testCaller.user },
    auditHistory: { updated: { by: testCaller.user } },
  });
  expect(await lastEntry(id)).toMatchObject({ status: 'ACKNOWLEDGED', statusReason: null });
  expect(await soldAtMost(id)).toBe('88880');
  await books(id);
  expect(await read(id)).toMatchObject({ status: 'FILLED', newPrice: { status: 'ACCEPTED' } });
});

test('a market that moves on beyond the bound of the accepted price makes it wait again', async () => {
  const id = await moving();
  await act(id, 'accept-price');
  await declines(id, priced(889_00n, '0.889'));
  expect(await read(id)).toMatchObject({
    newPrice: { status: 'AWAITING_CONSENT', price: { rate: 0.889 } },
    indicativePrice: { rate: 0.88 },
  });
  await act(id, 'decline-price', { reason: 'Too expensive.' });
});

test('a dealer approves it, whom the client does not see', async () => {
  const id = await moving();
  expect(await approve(id, { rate: 0.87 })).toMatchObject({ status: 422 });
  const { data } = await approve(id, { rate: 0.88 });
  expect(data).toMatchObject({
    ...{ status: 'ACKNOWLEDGED', newPrice: { status: 'APPROVED', by: null } },
    auditHistory: { updated: { by: null } },
  });
  const [row] = await payments.db.database.query<{ data: object; caller: { client: object } }>(
    `SELECT data, caller FROM events WHERE stream_id = $1 AND type = 'price_approved'`,
    [id],
  );
  expect(row).toMatchObject({
    data: { by: { id: 'stf_1', name: 'Ines Almeida' }, reason: 'By telephone.' },
    caller: { client: testCaller.client },
  });
  expect(await waiting()).toEqual([]);
  await books(id);
  expect((await read(id)).status).toBe('FILLED');
});

test('the client declines it: it is REJECTED, and nothing is booked any more', async () => {
  const id = await moving();
  expect(await act(id, 'cancel', { reason: 'No.' })).toMatchObject({
    ...{ status: 409, problem: { code: 'instruction_not_pending' } },
  });
  const { data } = await act(id, 'decline-price', { reason: 'Too expensive.' });
  expect(data).toMatchObject({ status: 'REJECTED', newPrice: null });
  expect(await lastEntry(id)).toMatchObject({ status: 'REJECTED', statusReason: 'Too expensive.' });
  await production.releaseJob.turn();
  expect((await bookings(id)).length).toBe(1);
});

test('one without a rate meanwhile has no price to accept', async () => {
  const id = await moving();
  await production.releaseJob.turn();
  const outcome = await outcomeOf(id);
  await payments.reactions.onBookingDeclined(
    delivered({ ...outcome, reason: 'rate_unavailable', priced: null, detail: null }),
  );
  expect((await read(id)).newPrice).toBeNull();
  expect(await lastEntry(id)).toMatchObject({
    statusReason: expect.stringMatching(/^Not filled yet: there is no live rate of GBP and EUR/),
  });
  expect(await act(id, 'accept-price')).toMatchObject({ status: 409 });
  await payments.reactions.onBookingDeclined(
    delivered({ ...outcome, reason: 'price_moved', priced: moved, detail: null }),
  );
  expect((await read(id)).newPrice).toBeNull(); // a late repetition
});

test.each([
  [
    'the client and the returning market',
    (id: string) => [act(id, 'accept-price'), production.releaseJob.turn()],
  ],
  ['the client twice', (id: string) => [act(id, 'accept-price'), act(id, 'accept-price')]],
  ['the client and a dealer', (id: string) => [act(id, 'accept-price'), approve(id)]],
  [
    'the client, who also declines it',
    (id: string) => [act(id, 'accept-price'), act(id, 'decline-price', { reason: 'No.' })],
  ],
])('at once, %s: it is filled once or ends', async (_, race) => {
  for (let n = 0; n < 5; n++) {
    const id = await moving();
    const before = (await bookings(id)).length;
    await Promise.all(race(id));
    const { status } = await read(id);
    const requested = (await bookings(id)).length - before;
    expect([status, requested]).toEqual(status === 'REJECTED' ? ['REJECTED', 0] : ['ACKNOWLEDGED', 1]);
    if (status === 'REJECTED') continue;
    await books(id);
    await production.releaseJob.turn();
    expect((await read(id)).status).toBe('FILLED');
    expect((await bookings(id)).length - before).toBe(1);
  }
});

test('who may not instruct so much alone does not accept its price alone', async () => {
  const id = await moving();
  const [maker, checker] = [{ as: 'maker' }, { as: 'checker' }] as const;
  const path = `payment-instructions/${id}/accept-price`;
  expect(await payments.post(path, {}, maker)).toMatchObject({
    ...{ status: 403, problem: { code: 'checker_required' } },
  });
  expect(await payments.post(path, {}, { as: 'stranger' })).toMatchObject({ status: 404 });
  expect(await payments.post(path, {}, checker)).toMatchObject({ status: 200 });
});

test('a plan without a bound has that of all clients', async () => {
  const planId = `${PLAN.slice(0, -1)}2`;
  await payments.reactions.onMarginPlanAssigned(delivered({ clientId: testCaller.client.id, planId }));
  expect(await soldAtMost(await instructed())).toBe('86860');
});
