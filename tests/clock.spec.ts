import { until } from '@corridor/testing';
import type { Api } from './support/api.js';
import { createConversion } from './support/conversion.js';
import { createAndMove, instructionFor } from './support/instruction.js';
import { createAndMovePayment, paymentFor, simulatePayment } from './support/payment.js';
import { Receiver, responding } from './support/receiver.js';
import { fundedClient, newClient } from './support/system.js';

/** The test clock of a client (ADR 28): what becomes due happens in its order, each at its time. */

const PATH = '/v1/simulators/clock';
const DAY_MS = 86_400_000;

const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, -1);
const todayPlus = (days: number) => isoOf(Date.now() + days * DAY_MS).slice(0, 10);
const clockOf = async (api: Api) => (await api.get(PATH)).body.data;
const viewOf = (api: Api) => async (path: string) => (await api.get(`/v1/${path}`)).body.data;

/** Repeats the request with its key while the work goes on, as a client does. */
async function advance(api: Api, body: object, key: string = crypto.randomUUID()) {
  for (;;) {
    const reply = await api.put(PATH, body, { key });
    if (![409, 503].includes(reply.status) || !reply.headers.get('retry-after')) return reply;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
const advanced = async (api: Api, body: object) => {
  const reply = await advance(api, body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

describe('the clock', () => {
  it('is real time until it is advanced, and goes on from there', async () => {
    const { api } = await newClient();
    const before = Date.now();
    const real = await clockOf(api);
    expect(real).toEqual({ now: expect.any(String), shift: 0, advancingTo: null });
    expect(Date.parse(`${real.now}Z`)).toBeGreaterThanOrEqual(before - 1_000);

    const instant = isoOf(Date.now() + 3 * DAY_MS);
    expect(await advanced(api, { instant: `${instant}Z` })).toEqual({
      now: instant,
      shift: expect.any(Number),
      advancingTo: null,
    });
    const { now, shift } = await clockOf(api);
    expect(now >= instant).toBe(true);
    expect(shift).toBeGreaterThan(2 * DAY_MS);
    expect((await clockOf((await newClient()).api)).shift).toBe(0);
  });

  it('never goes back', async () => {
    const { api } = await newClient();
    await advanced(api, { date: todayPlus(10) });
    const refused = await advance(api, { date: todayPlus(9) });
    expect([refused.status, refused.body.code]).toEqual([422, 'time_has_passed']);
    const tooFar = await advance(api, { date: todayPlus(6 * 366) });
    expect([tooFar.status, tooFar.body.code]).toEqual([422, 'time_too_far_ahead']);
    expect((await clockOf(api)).now.slice(0, 10)).toBe(todayPlus(10));
  });

  it.each([
    [{}, '# not_one'],
    [{ date: '2027-01-04', advanceTo: 'NEXT_BUSINESS_DAY' }, '# not_one'],
    [{ date: '2027-02-29' }, '#/date not_a_date'],
    [{ instant: '2027-01-04 09:00:00' }, '#/instant not_a_timestamp'],
    [{ instant: '2027-02-29T09:00:00Z' }, '#/instant not_a_timestamp'],
    [{ advanceTo: 'NEXT_FULL_MOON' }, '#/advanceTo not_allowed'],
    [{ date: '2027-01-04', ccyCode: 'EUR' }, '#/ccyCode not_allowed'],
    [{ advanceTo: 'NEXT_BUSINESS_DAY', toCcyCode: 'EUR' }, '#/toCcyCode not_allowed'],
  ])('refuses %j', async (body, issue) => {
    const { api } = await newClient();
    const { status, body: problem } = await api.put(PATH, body);
    const issues = problem.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);
    expect([status, issues]).toEqual([400, [issue]]);
  });

  it('advances once for one key, and the response stays the same', async () => {
    const { api } = await newClient();
    const key = crypto.randomUUID();
    const body = { advanceTo: 'NEXT_BUSINESS_DAY' };
    const first = await advance(api, body, key);
    const again = await advance(api, body, key);
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await advance(api, { date: todayPlus(30) }, key);
    expect(other.body.code).toBe('idempotency_key_reused');
    expect((await clockOf(api)).now.slice(0, 10)).toBe(first.body.data.now.slice(0, 10));
  });

  it('is today for what a client requests', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1_000 });
    await advanced(api, { date: todayPlus(40) });
    const past = await api.post(
      '/v1/payment-instructions',
      instructionFor(beneficiaryId, { paymentDate: todayPlus(39) }),
    );
    expect([past.status, past.body.errors[0].code]).toEqual([400, 'in_the_past']);
    const [today, limit] = [todayPlus(40), todayPlus(40 + 330)];
    const far = await api.post(
      '/v1/payment-instructions',
      instructionFor(beneficiaryId, { paymentDate: limit }),
    );
    expect(far.body.data.auditHistory.created.on.slice(0, 10)).toBe(today);
    const booked = (
      await api.post('/v1/conversions', {
        sellCcyCode: 'GBP',
        buyCcyCode: 'EUR',
        fixedSide: 'SELL',
        amount: 1,
      })
    ).body.data;
    expect([booked.tradeDate.slice(0, 10), booked.valueDate > today]).toEqual([today, true]);
  });
});

describe('what becomes due', () => {
  it('happens in the order of its due times, each at its time, with its webhooks', async () => {
    const { api } = await fundedClient({ GBP: 1_000 });
    const receiver = await Receiver.start();
    await api.post('/v1/webhook-subscriptions', {
      targetUrl: receiver.url,
      events: ['conversion.exchanged', 'conversion.cancelled'],
    });
    const view = viewOf(api);
    const forward = (days: number, amount: number) =>
      createConversion(api, { fixedSide: 'SELL', amount, valueDate: todayPlus(days) });
    // The middle one needs more than there is.
    const [last, unfunded, first] = [
      await forward(60, 300),
      await forward(40, 5_000),
      await forward(20, 200),
    ];
    const { fundByDate } = await view(`conversions/${unfunded}`);

    const { now } = await advanced(api, { date: todayPlus(90) });
    const ended = await Promise.all([first, unfunded, last].map((id) => view(`conversions/${id}`)));
    expect(ended.map(({ status }) => status)).toEqual(['EXCHANGED', 'CANCELLED', 'EXCHANGED']);
    const [one, two, three] = ended.map(({ statusHistory }) => statusHistory.at(-1));
    expect(one.occurredOn).toBe(`${ended[0].valueDate}T00:00:00.000`);
    expect(two).toEqual({
      status: 'CANCELLED',
      statusReason: 'NOT_FUNDED',
      occurredOn: isoOf(Date.parse(`${fundByDate}Z`) + 1),
    });
    expect(three.occurredOn).toBe(`${ended[2].valueDate}T00:00:00.000`);
    expect((await view('wallets/GBP')).balance.value).toBe(500);
    const movements = await view('transactions?q=triggeredByAction%20%3D%3D%20%22CONVERSION%22');
    for (const { createdOn, sortDate } of movements)
      expect([createdOn <= now, sortDate <= now]).toEqual([true, true]);
    expect(new Set(movements.map(({ createdOn }: any) => createdOn))).toEqual(
      new Set([one.occurredOn, three.occurredOn]),
    );

    await receiver.has(3);
    expect(receiver.received.map(({ body }) => body.relatedEntityId)).toEqual([first, unfunded, last]);
    await receiver.close();
  });

  it('is exchanged when it is funded in time', async () => {
    const { api } = await fundedClient({ GBP: 1 });
    const id = await createConversion(api, { fixedSide: 'SELL', amount: 100, valueDate: todayPlus(30) });
    const view = viewOf(api);
    const { valueDate, fundByDate } = await view(`conversions/${id}`);
    await advanced(api, { date: valueDate });
    expect((await view(`conversions/${id}`)).status).toBe('BOOKED');
    await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 200 });
    await advanced(api, { instant: fundByDate });
    const { status, statusHistory } = await view(`conversions/${id}`);
    expect(status).toBe('EXCHANGED');
    const { occurredOn } = statusHistory.at(-1); // when the next advance began
    expect([occurredOn.slice(0, 10), occurredOn < fundByDate]).toEqual([valueDate, true]);
  });

  it('cancels a conversion without its deposit, and returns a received one with the exchange or after it fails', async () => {
    const { api } = await fundedClient({ GBP: 150 });
    const view = viewOf(api);
    const booked = (days: number) =>
      createConversion(api, { fixedSide: 'SELL', amount: 100, valueDate: todayPlus(days) });
    const [missed, funded, unfunded] = [await booked(30), await booked(30), await booked(60)];
    const deadline = isoOf(Date.now() + 5 * DAY_MS);
    for (const id of [missed, funded, unfunded])
      await api.post(`/v1/simulators/conversions/${id}/require-deposit`, {
        amount: 25,
        fundByDate: deadline,
      });
    const pay = (id: string) => api.post(`/v1/conversions/${id}/pay-deposit`);
    for (const id of [funded, unfunded]) expect((await pay(id)).status).toBe(200);

    await advanced(api, { instant: isoOf(Date.parse(`${deadline}Z`) + 2 * DAY_MS) });
    const { status, statusHistory, deposit } = await view(`conversions/${missed}`);
    expect([status, deposit.status]).toEqual(['CANCELLED', 'NOT_REQUIRED']);
    expect(statusHistory.at(-1)).toMatchObject({
      statusReason: 'DEPOSIT_NOT_RECEIVED',
      occurredOn: isoOf(Date.parse(`${deadline}Z`) + 1),
    });
    expect((await pay(missed)).status).toBe(409);
    expect((await view('wallets/GBP')).balance.value).toBe(100);

    await advanced(api, { date: todayPlus(90) });
    const ends = await Promise.all([funded, unfunded].map((id) => view(`conversions/${id}`)));
    expect(ends.map((one) => one.status)).toEqual(['EXCHANGED', 'CANCELLED']);
    expect(ends[1].statusHistory.at(-1).statusReason).toBe('NOT_FUNDED');
    expect((await view('wallets/GBP')).balance.value).toBe(50);
    const movements = await view('transactions?limit=100');
    const amounts = movements.map((one: any) => [one.triggeredByAction, one.signedAmount.value]).toReversed();
    expect(amounts.filter(([action]: [string]) => action !== 'CONVERSION')).toEqual([
      ['FUNDING', 150],
      ['CONVERSION_DEPOSIT', -25],
      ['CONVERSION_DEPOSIT', -25],
      ['DEPOSIT_REFUND', 25],
      ['DEPOSIT_REFUND', 25],
    ]);
  });

  it('lets a deposit be paid until its deadline, or cancels its conversion, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { api } = await fundedClient({ GBP: 100 });
      const view = viewOf(api);
      const id = await createConversion(api, { fixedSide: 'SELL', amount: 50, valueDate: todayPlus(30) });
      const deadline = isoOf(Date.now() + 5 * DAY_MS);
      await api.post(`/v1/simulators/conversions/${id}/require-deposit`, {
        amount: 10,
        fundByDate: deadline,
      });
      const [paid] = await Promise.all([
        api.post(`/v1/conversions/${id}/pay-deposit`),
        advanced(api, { instant: isoOf(Date.parse(`${deadline}Z`) + DAY_MS) }),
      ]);
      expect([200, 409]).toContain(paid.status);
      const isPaid = paid.status === 200;
      const { status, deposit } = await view(`conversions/${id}`);
      expect([status, deposit.status]).toEqual(
        isPaid ? ['BOOKED', 'DEPOSIT_RECEIVED'] : ['CANCELLED', 'NOT_REQUIRED'],
      );
      expect((await view('wallets/GBP')).balance.value).toBe(isPaid ? 90 : 100);
    }
  });

  it('cancels an unfunded conversion or lets its instruction be sent, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
      const view = viewOf(api);
      const body = instructionFor(beneficiaryId, { fixedSide: 'SELL', amount: 100 });
      const id = await createAndMove(api, body, 'acknowledge', 'fill');
      const { linkedConversionId } = await view(`payment-instructions/${id}`);
      const { fundByDate } = await view(`conversions/${linkedConversionId}`);
      await advanced(api, { instant: fundByDate });
      await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 200 });
      await Promise.all([
        advanced(api, { instant: isoOf(Date.parse(`${fundByDate}Z`) + 60_000) }),
        api.post(`/v1/simulators/payment-instructions/${id}/send`),
      ]);
      await until(async () => (await view(`payment-instructions/${id}`)).status !== 'FILLED');
      const states = await Promise.all([
        view(`payment-instructions/${id}`),
        view(`conversions/${linkedConversionId}`),
      ]);
      const payments = (await view('payments')).length;
      const { balance } = await view('wallets/GBP');
      expect([...states.map(({ status }) => status), payments, balance.value]).toEqual(
        states[0].status === 'SENT' ? ['SENT', 'EXCHANGED', 1, 101] : ['FAILED', 'CANCELLED', 0, 201],
      );
    }
  });

  it('sends an instruction that is filled on the first available date, and no other', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1_000 });
    const view = viewOf(api);
    const { firstAvailableDate: date } = await view(
      `reference-data/payment-instructions/payment-dates?SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=${christmas()}`,
    );
    expect(date > christmas()).toBe(true); // a holiday, and a weekend or another one behind it
    const body = instructionFor(beneficiaryId, { paymentDate: christmas() });
    const filled = await createAndMove(api, body, 'acknowledge', 'fill');
    const acknowledged = await createAndMove(api, body, 'acknowledge');
    await advanced(api, { date: christmas() });
    expect((await view(`payment-instructions/${filled}`)).status).toBe('FILLED');
    await advanced(api, { date });

    const sent = await view(`payment-instructions/${filled}`);
    expect([sent.status, sent.statusHistory.at(-1).occurredOn]).toEqual(['SENT', `${date}T00:00:00.000`]);
    const payment = await view(`payments/${sent.linkedPaymentId}`);
    expect([payment.status, payment.transferredOn.slice(0, 10)]).toEqual(['SENT', date]);
    expect(payment.reference.slice(0, 12)).toBe(`PMT-${date.replaceAll('-', '')}`);
    const [{ relatedEntity }] = await view('wallets/EUR/transactions');
    expect(relatedEntity.reference).toBe(payment.reference);
    expect((await view(`conversions/${sent.linkedConversionId}`)).status).toBe('EXCHANGED');
    expect((await view(`payment-instructions/${acknowledged}`)).status).toBe('ACKNOWLEDGED');
  });

  it('leaves a suspended payment alone, and sends it after its release', async () => {
    const { api, beneficiaryId } = await fundedClient({ EUR: 100 });
    const view = viewOf(api);
    const payment = paymentFor(beneficiaryId, { paymentDate: todayPlus(10) });
    const id = await createAndMovePayment(api, payment, 'authorise', 'suspend');
    const { now } = await advanced(api, { date: todayPlus(30) });
    expect((await view(`payments/${id}`)).statusHistory.at(-1).subStatus).toBe('SUSPENDED');
    expect((await view('wallets/EUR')).balance.value).toBe(100);

    expect((await simulatePayment(api, id, 'release')).status).toBe(200);
    await advanced(api, { date: todayPlus(60) });
    const sent = await view(`payments/${id}`);
    expect([sent.status, sent.transferredOn > now]).toEqual(['SENT', true]);
    expect((await view('wallets/EUR')).balance.value).toBe(0);
  });

  it('sends a payment that is ready, and fails an instruction whose conversion is not funded', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 10, EUR: 100 });
    const view = viewOf(api);
    const payment = paymentFor(beneficiaryId, { paymentDate: todayPlus(10) });
    const id = await createAndMovePayment(api, payment, 'authorise');
    const body = instructionFor(beneficiaryId, { amount: 5_000, paymentDate: todayPlus(10) });
    const unfunded = await createAndMove(api, body, 'acknowledge', 'fill');
    await advanced(api, { date: todayPlus(30) });
    expect((await view(`payments/${id}`)).status).toBe('SENT');
    const failed = await view(`payment-instructions/${unfunded}`);
    expect(failed.status).toBe('FAILED');
    const { statusHistory } = await view(`conversions/${failed.linkedConversionId}`);
    expect(failed.statusHistory.at(-1).occurredOn).toBe(statusHistory.at(-1).occurredOn);
  });

  it('includes the retries of webhooks', async () => {
    const { api } = await newClient();
    const receiver = await Receiver.start();
    receiver.behaviour = responding(500);
    const subscribed = await api.post('/v1/webhook-subscriptions', {
      targetUrl: receiver.url,
      events: ['conversion.booked'],
    });
    const notifications = async () =>
      (await api.get(`/v1/webhook-subscriptions/${subscribed.body.data.id}/notifications`)).body.data;
    const ids = [];
    for (const amount of [1, 2]) {
      ids.push(await createConversion(api, { fixedSide: 'SELL', amount }));
      await receiver.has(ids.length);
    }
    // The first retry comes after 5 s, the next one after 5 minutes.
    await receiver.has(4);
    const waits = ({ attemptCount, lockedUntil }: any) =>
      attemptCount === 2 && lockedUntil > isoOf(Date.now() + 60_000);
    while (!(await notifications()).every(waits)) await new Promise((resolve) => setTimeout(resolve, 100));
    receiver.behaviour = responding(204);
    const failed = receiver.received.splice(0).slice(-2);
    await advanced(api, { instant: isoOf(Date.now() + 10 * 60_000) });

    await receiver.has(2);
    const idOf = ({ body }: any) => body.relatedEntityId;
    expect(receiver.received.map(idOf).sort()).toEqual(failed.map(idOf).sort());
    await receiver.close();
  });

  it('makes each attempt of a webhook at its time, between what else becomes due', async () => {
    const { api } = await fundedClient({ GBP: 100 });
    const receiver = await Receiver.start();
    const times: string[] = [];
    receiver.behaviour = (_, response) =>
      void clockOf(api).then(({ now }) => response.writeHead(times.push(now) > 3 ? 204 : 500).end());
    await api.post('/v1/webhook-subscriptions', { targetUrl: receiver.url, events: ['conversion.booked'] });
    const forward = { fixedSide: 'SELL', amount: 10, valueDate: todayPlus(20) };
    const id = await createConversion(api, forward);
    await receiver.has(1);
    const began = Date.now();
    await advanced(api, { date: todayPlus(30) });
    const tookMs = Date.now() - began;

    expect(times).toHaveLength(4);
    const [first, ...gaps] = times.slice(1).map((now, n) => msOf(now) - msOf(times[n] as string));
    expect(first).toBeGreaterThan(0);
    for (const [n, scheduleMs] of [300_000, 1_800_000].entries()) {
      expect(gaps[n]).toBeGreaterThan(scheduleMs * 0.9 - tookMs);
      expect(gaps[n]).toBeLessThan(scheduleMs * 1.1 + tookMs);
    }
    expect((await viewOf(api)(`conversions/${id}`)).status).toBe('EXCHANGED');
    await receiver.close();
  });

  it('moves nothing of another client', async () => {
    const [one, other] = [await fundedClient({ GBP: 100 }), await fundedClient({ GBP: 100 })];
    const ids = await Promise.all(
      [one, other].map(({ api }) => createConversion(api, { fixedSide: 'SELL', amount: 10 })),
    );
    await advanced(one.api, { date: todayPlus(20) });
    expect((await viewOf(one.api)(`conversions/${ids[0]}`)).status).toBe('EXCHANGED');
    expect((await viewOf(other.api)(`conversions/${ids[1]}`)).status).toBe('BOOKED');
  });
});

const msOf = (time: string) => Date.parse(`${time}Z`);

/** The next Christmas Day that is at least a week ahead, and at most a year. */
function christmas(): string {
  const inAWeek = todayPlus(7);
  const year = Number(inAWeek.slice(0, 4));
  return inAWeek <= `${year}-12-25` ? `${year}-12-25` : `${year + 1}-12-25`;
}
