import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageType, Messages, PaymentInstructionResource } from '@corridor/contracts';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import { Door, HttpAdapter, configureHttp } from '@corridor/http';
import { type Caller, Clock, type Environment, type Quote, decodeJson, priceOf } from '@corridor/kernel';
import type { Delivered } from '@corridor/messaging';
import { Ids, type OpenDatabase } from '@corridor/platform';
import { TestClock, openTestDatabase, testCaller } from '@corridor/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BeneficiaryController } from './beneficiary/beneficiary.controller.js';
import { PaymentDatesController } from './payment-dates.controller.js';
import { PaymentInstructionController } from './payment-instruction/payment-instruction.controller.js';
import { PaymentRail, SimulatedRail } from './payment-rail.js';
import { PaymentController } from './payment/payment.controller.js';
import { PaymentOrders } from './payment/payment-order.js';
import { Rates } from './rates.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { SimulatorsController, simulatorsIn } from './simulators.controller.js';

/** The service on a database of its own; this file plays the services around it. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const permissions = [
  'beneficiaries:read',
  'beneficiaries:write',
  'payment-instructions:read',
  'payment-instructions:write',
  'payments:read',
  'simulators:execute',
];
const callers: Record<string, Caller> = {
  client: { ...testCaller, permissions },
  stranger: { ...testCaller, permissions, client: { id: 'cli_stranger', name: 'Stranger' } },
  production: { ...testCaller, permissions, environment: 'PRODUCTION' satisfies Environment },
  reader: { ...testCaller, permissions: ['payment-instructions:read'] },
};
const quotes: Quote[] = [
  { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' },
  { base: 'EUR', quote: 'USD', bid: '1.07', mid: '1.08', ask: '1.09' },
];
const [londonCompany, londoner, anna] = JSON.parse(
  readFileSync(join(__dirname, '../../all-in-one/src/seed/beneficiaries.json'), 'utf8'),
) as Record<string, unknown>[];

let db: OpenDatabase;
let app: NestFastifyApplication;
let reactions: Reactions;
let keys = 0;

beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const door: Door = { admit: async ({ headers }) => callers[String(headers['x-caller'])]! };
  @Module({
    controllers: [
      PaymentInstructionController,
      PaymentController,
      BeneficiaryController,
      PaymentDatesController,
      SimulatorsController,
      Reactions,
    ],
    providers: [
      Rates,
      PaymentOrders,
      { provide: PaymentRail, useClass: SimulatedRail },
      { provide: Clock, useValue: clock },
      { provide: Ids, useValue: new Ids(clock) },
      { provide: Door, useValue: door },
      { provide: Database, useValue: db.database },
      {
        provide: EventStore,
        useValue: new EventStore(service.name, db.database, service.registrations, clock),
      },
      { provide: ReadModels, useValue: new ReadModels(db.database, clock) },
    ],
  })
  class TestModule {}
  app = await NestFactory.create<NestFastifyApplication>(TestModule, new HttpAdapter(), { logger: false });
  await configureHttp(app, { rateLimit: null }).init();
  reactions = app.get(Reactions);
});
afterAll(async () => {
  await app.close();
  await db.close();
});

interface Asked {
  readonly caller?: string;
  readonly key?: string;
}
const get = async (path: string, { caller = 'client' }: Asked = {}) => {
  const response = await app.inject({ url: `/v1/${path}`, headers: { 'x-caller': caller } });
  return { status: response.statusCode, ...response.json() };
};
const post = async (
  path: string,
  body?: object,
  { caller = 'client', key = `key-${++keys}` }: Asked = {},
) => {
  const headers = { 'x-caller': caller, 'x-idempotency-key': key };
  const response = await app.inject({ method: 'POST', url: `/v1/${path}`, headers, payload: body });
  const replayed = response.headers['idempotent-replayed'];
  return { status: response.statusCode, text: response.body, replayed, ...response.json() };
};
const faults = (answer: { errors?: { pointer: string; code: string }[] }) =>
  answer.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort();

const delivered = <Type extends MessageType>(data: Messages[Type], caller = callers.client) =>
  ({ data, caller }) as unknown as Delivered<Type>;
const publishRates = () => reactions.onRatesPublished(delivered<'conversions.rates_published'>({ quotes }));

/** What the other services have heard since the last time. */
let heard = '0';
async function news() {
  const rows = await db.database.query<{ position: string; message: string }>(
    'SELECT position, message::text FROM events WHERE message IS NOT NULL AND position > $1 ORDER BY position',
    [heard],
  );
  heard = rows.at(-1)?.position ?? heard;
  return rows.map(({ message }) => decodeJson<{ type: MessageType; data: never }>(message));
}

/** The services around: each answers its requests, so or so. */
interface Neighbours {
  readonly books?: boolean;
  readonly exchanges?: boolean;
  readonly funds?: boolean;
}
const reason = 'insufficient_funds';
async function answered<T>(call: Promise<T>, says: Neighbours = {}): Promise<T> {
  let isDone = false;
  const done = call.finally(() => (isDone = true));
  while (!isDone) {
    for (const { type, data } of await news()) await answer(type, data, says);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return done;
}

const instructionOf = new Map<string, string>();
async function answer(type: MessageType, data: never, says: Neighbours) {
  const { books = true, exchanges = true, funds = true } = says;
  if (type === 'conversions.booking_requested') {
    const { conversionId, paymentInstructionId, order, quote } =
      data as Messages['conversions.booking_requested'];
    instructionOf.set(conversionId, paymentInstructionId!);
    const outcome = { conversionId, paymentInstructionId };
    if (!books) return reactions.onBookingDeclined(delivered({ ...outcome, reason }));
    const price = priceOf(order, quote ?? { ...quotes[0]!, bid: '0.88', mid: '0.885', ask: '0.89' })!;
    return reactions.onConversionBooked(delivered({ ...outcome, price, resource: {} as never }));
  }
  if (type === 'conversions.exchange_requested') {
    const { conversionId } = data as Messages['conversions.exchange_requested'];
    const outcome = { conversionId, paymentInstructionId: instructionOf.get(conversionId)! };
    return exchanges
      ? reactions.onConversionExchanged(delivered({ ...outcome, resource: {} as never }))
      : reactions.onExchangeDeclined(delivered({ ...outcome, reason }));
  }
  if (type === 'ledger.transfer_requested') {
    const { transferId, relatedEntity } = data as Messages['ledger.transfer_requested'];
    const outcome = { transferId, relatedEntity };
    return funds
      ? reactions.onTransferPosted(delivered(outcome))
      : reactions.onTransferDeclined(delivered({ ...outcome, reason }));
  }
  if (type === 'payment.sent') {
    const sent = data as Messages['payment.sent'];
    await reactions.onPaymentSent(delivered(sent));
    const { conversionId, resource } = sent;
    if (conversionId === null) return;
    return reactions.onPaymentLinked(
      delivered({
        conversionId,
        paymentInstructionId: resource.linkedPaymentInstructionId,
        paymentId: resource.id,
      }),
    );
  }
}

const beneficiary = async (body = anna, caller = 'client') =>
  (await post('beneficiaries', body, { caller })).data;
const asked = async (more: object = {}) => ({
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY',
  amount: 1000,
  beneficiaryId: (await beneficiary()).id as string,
  paymentDate: '2026-11-20',
  paymentType: 'PRIORITY',
  chargeType: 'OURS',
  narrative: 'Invoice 4711',
  ...more,
});
const instruct = async (more: object = {}): Promise<PaymentInstructionResource> =>
  (await post('payment-instructions', await asked(more))).data;
const inEuros = { sellCcyCode: 'EUR' };
const simulate = (id: string, step: string, body?: object, says?: Neighbours) =>
  answered(post(`simulators/payment-instructions/${id}/${step}`, body), says);
const atMarket = { useIndicativeRateForActualRate: false };
const filled = async (more: object = {}) => {
  const { id } = await instruct(more);
  await simulate(id, 'acknowledge');
  await simulate(id, 'fill', atMarket);
  return id;
};

test('before the first rates no instruction is taken, and the key can be used again', async () => {
  const body = await asked();
  const answer = await post('payment-instructions', body, { key: 'early' });
  expect([answer.status, answer.code]).toEqual([503, 'unavailable']);
  await publishRates();
  expect((await post('payment-instructions', body, { key: 'early' })).status).toBe(200);
});

describe('beneficiaries', () => {
  test('are created, read and listed, newest first', async () => {
    clock.advance(1);
    const created = await post('beneficiaries', londonCompany);
    expect(created).toMatchObject({
      status: 200,
      data: {
        id: expect.stringMatching(/^ben_/),
        client: testCaller.client,
        displayName: 'Thames Paper Ltd',
        isSnapshot: false,
        status: 'ACTIVE',
        bankAccount: { supportedPaymentTypes: ['REGULAR', 'PRIORITY'] },
        auditHistory: { version: 1, created: { by: testCaller.user, withApiKey: testCaller.apiKeyId } },
      },
    });
    expect((await get(`beneficiaries/${created.data.id}`)).data).toEqual(created.data);
    clock.advance(1);
    const next = await beneficiary(londoner);
    const { data, meta } = await get('beneficiaries?limit=2');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([next.id, created.data.id]);
    expect(meta).toMatchObject({ offset: 0, limit: 2, count: 2 });
  });
  test("are nobody else's", async () => {
    const { id } = await beneficiary();
    expect((await get(`beneficiaries/${id}`, { caller: 'stranger' })).status).toBe(404);
    expect((await get('beneficiaries', { caller: 'stranger' })).meta.totalCount).toBe(0);
    expect((await get('beneficiary-snapshots/bss_unknown')).status).toBe(404);
  });
  test('with faults are refused, all faults at once', async () => {
    const { bankAccount } = londonCompany as { bankAccount: object };
    const answer = await post('beneficiaries', {
      ...londonCompany,
      email: 'nobody',
      bankAccount: { ...bankAccount, accountNumber: '31926818' },
    });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(faults(answer)).toEqual(['#/bankAccount/accountNumber bad_check_digit', '#/email not_an_email']);
  });
  test('need the permission', async () => {
    expect(await post('beneficiaries', anna, { caller: 'reader' })).toMatchObject({
      status: 403,
      requiredPermission: 'beneficiaries:write',
    });
  });
});

describe('a payment instruction', () => {
  test('is answered without history, and read with it', async () => {
    const { status, data } = await post('payment-instructions', await asked({ metadata: 'order 12' }));
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^pi_/),
      beneficiary: { displayName: 'Anna Schmidt', bankAccount: null },
      amount: 1000,
      chargeType: 'OURS',
      metadata: 'order 12',
      indicativePrice: { ccyPair: 'EURGBP', rate: 0.86, sellAmount: { ccyCode: 'GBP', value: 860 } },
      actualPrice: null,
      status: 'PENDING',
      statusHistory: [],
    });
    const entry = { status: 'PENDING', statusReason: null, occurredOn: expect.any(String) };
    expect((await get(`payment-instructions/${data.id}`)).data).toEqual({ ...data, statusHistory: [entry] });
    expect((await get('payment-instructions?limit=1')).data[0].id).toBe(data.id);
    expect((await get(`payment-instructions/${data.id}`, { caller: 'stranger' })).status).toBe(404);
  });
  test('is made once for one key, and its answer stays when the world has changed', async () => {
    const body = await asked();
    const first = await post('payment-instructions', body, { key: 'once' });
    clock.advance(3 * 86_400_000);
    const again = await post('payment-instructions', body, { key: 'once' });
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, 'true']);
    const late = await post('payment-instructions', body);
    expect([late.status, faults(late)]).toEqual([400, ['#/paymentDate in_the_past']]);
    clock.advance(-3 * 86_400_000);
  });

  describe('with faults is refused, all faults at once', () => {
    test.each<[string, object, string[]]>([
      [
        'everything at once',
        {
          ...{
            sellCcyCode: 'gbp',
            fixedSide: 'BOTH',
            amount: -1,
            beneficiaryId: 'x',
            paymentDate: '2026-11-19',
          },
          ...{ paymentType: 'REGULAR', narrative: 'n'.repeat(513), metadata: 'm'.repeat(1025), more: 1 },
        },
        [
          '#/amount not_positive',
          '#/beneficiaryId not_an_id',
          '#/chargeType not_allowed',
          '#/fixedSide not_allowed',
          '#/metadata too_long',
          '#/more unknown_field',
          '#/narrative too_long',
          '#/paymentDate in_the_past',
          '#/sellCcyCode unknown_currency',
        ],
      ],
      ['PRIORITY without charges', { chargeType: null }, ['#/chargeType required']],
      ['no payment type in the SANDBOX', { paymentType: null }, ['#/paymentType required']],
      ['too many decimals', { amount: 0.001 }, ['#/amount too_many_decimals']],
      [
        'decimals of a currency that has none',
        { buyCcyCode: 'JPY', amount: 1.5 },
        ['#/amount too_many_decimals'],
      ],
      ['a past date alone', { paymentDate: '2026-11-19' }, ['#/paymentDate in_the_past']],
      ['no narrative', { narrative: null }, ['#/narrative required']],
    ])('%s', async (_, more, expected) => {
      const answer = await post('payment-instructions', await asked(more));
      expect([answer.status, faults(answer)]).toEqual([400, expected]);
    });
  });

  test.each<[string, object, string]>([
    ['an unknown beneficiary', { beneficiaryId: 'ben_01K00000000000000000000000' }, 'beneficiary_not_usable'],
    ['a beneficiary of another currency', { buyCcyCode: 'USD' }, 'beneficiary_not_usable'],
    ['a currency without rates', { buyCcyCode: 'KPW' }, 'currency_not_buyable'],
    ['selling one', { sellCcyCode: 'KPW' }, 'currency_not_sellable'],
    ['a date beyond 12 months', { paymentDate: '2027-11-22' }, 'payment_date_unavailable'],
  ])('%s is refused', async (_, more, code) => {
    expect(await post('payment-instructions', await asked(more))).toMatchObject({ status: 422, code });
  });
  test("another client's beneficiary is refused like an unknown one", async () => {
    const { id } = await beneficiary(anna, 'stranger');
    const refusals = [id, 'ben_01K00000000000000000000000'].map(async (beneficiaryId) => {
      const { status, code, detail } = await post('payment-instructions', await asked({ beneficiaryId }));
      return { status, code, detail };
    });
    const [foreign, unknown] = await Promise.all(refusals);
    expect(foreign).toEqual(unknown);
  });
  test('in PRODUCTION needs no payment type', async () => {
    const body = { ...(await asked()), paymentType: null, chargeType: null };
    expect(await post('payment-instructions', body, { caller: 'production' })).toMatchObject({
      status: 200,
      data: { paymentType: 'REGULAR', chargeType: null },
    });
  });

  test('is cancelled with its reason, while PENDING only', async () => {
    const { id } = await instruct();
    expect(faults(await post(`payment-instructions/${id}/cancel`, {}))).toEqual(['#/reason required']);
    const stranger = await post(`payment-instructions/${id}/cancel`, { reason: 'x' }, { caller: 'stranger' });
    expect(stranger.status).toBe(404);
    const { status, data } = await post(`payment-instructions/${id}/cancel`, { reason: 'Not needed' });
    expect([status, data.status, data.statusHistory.at(-1).statusReason]).toEqual([
      200,
      'CANCELLED',
      'Not needed',
    ]);
    expect(await post(`payment-instructions/${id}/cancel`, { reason: 'again' })).toMatchObject({
      status: 409,
      code: 'instruction_not_pending',
    });
    expect((await post('payment-instructions/pi_unknown/cancel', { reason: 'x' })).status).toBe(404);
  });
});

describe('in the sandbox', () => {
  test('an instruction goes its way to SENT', async () => {
    const { id, indicativePrice, beneficiary } = await instruct();
    expect((await simulate(id, 'acknowledge')).data).toMatchObject({ id, status: 'ACKNOWLEDGED' });
    const fill = await simulate(id, 'fill', { useIndicativeRateForActualRate: true });
    expect([fill.status, fill.data.status]).toEqual([200, 'FILLED']);
    expect((await get(`payment-instructions/${id}`)).data).toMatchObject({
      actualPrice: indicativePrice,
      linkedConversionId: expect.stringMatching(/^con_/),
    });
    const send = await simulate(id, 'send');
    expect(Object.keys(send.data)).toEqual(['id', 'status', 'statusHistory']);
    expect(send.data.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'ACKNOWLEDGED',
      'FILLED',
      'SENT',
    ]);
    const { linkedPaymentId } = (await get(`payment-instructions/${id}`)).data;
    const payment = (await get(`payments/${linkedPaymentId}`)).data;
    expect(payment).toMatchObject({
      reference: expect.stringMatching(/^PMT-20261120-[0-9A-Z]{6}$/),
      amount: { ccyCode: 'EUR', value: 1000 },
      status: 'SENT',
      statusHistory: [
        { status: 'DRAFT', subStatus: 'NEW' },
        { status: 'READY_TO_SEND', subStatus: 'AUTHORISED' },
        { status: 'SENT', subStatus: 'SUBMITTED' },
      ],
      swiftSubmission: {
        format: 'MT103',
        status: 'SUCCESS',
        message: expect.stringContaining(':33B:GBP860,00'),
      },
      linkedPaymentInstructionId: id,
      beneficiary: { id: beneficiary.id, bankAccount: null },
      beneficiarySnapshot: { id: expect.stringMatching(/^bss_/), bankAccount: null },
    });
    const snapshot = (await get(`beneficiary-snapshots/${payment.beneficiarySnapshot.id}`)).data;
    expect(snapshot).toMatchObject({
      isSnapshot: true,
      bankAccount: { iban: 'DE89370400440532013000', supportedPaymentTypes: ['REGULAR', 'PRIORITY'] },
    });
    expect((await get('payments?limit=1')).data[0]).toEqual(payment);
    expect((await get(`payments/${linkedPaymentId}`, { caller: 'stranger' })).status).toBe(404);
    const foreign = await get(`beneficiary-snapshots/${snapshot.id}`, { caller: 'stranger' });
    expect(foreign.status).toBe(404);
  });

  test('a fill at the market has the price of the conversion', async () => {
    const id = await filled();
    expect((await get(`payment-instructions/${id}`)).data.actualPrice.rate).toBe(0.89);
  });

  test('within one currency nothing is converted', async () => {
    const id = await filled({ ...inEuros, paymentType: 'REGULAR', chargeType: null });
    await news();
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    const { data } = await get(`payment-instructions/${id}`);
    expect(data).toMatchObject({ linkedConversionId: null, actualPrice: { ccyPair: 'EUREUR', rate: 1 } });
    expect((await get(`payments/${data.linkedPaymentId}`)).data.swiftSubmission).toBeNull();
  });

  test.each<[string, object, Neighbours]>([
    ['to exchange', {}, { exchanges: false }],
    ['after the exchange', {}, { funds: false }],
    ['within one currency', inEuros, { funds: false }],
  ])('without funds %s nothing changes, and it can be sent later', async (_, more, says) => {
    const id = await filled(more);
    const before = await get(`payment-instructions/${id}`);
    const payments = (await get('payments')).meta.totalCount;
    expect(await simulate(id, 'send', undefined, says)).toMatchObject({ status: 422, code: reason });
    expect(await get(`payment-instructions/${id}`)).toEqual(before);
    expect((await get('payments')).meta.totalCount).toBe(payments);
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect((await get('payments')).meta.totalCount).toBe(payments + 1);
  });

  test('a declined booking leaves it acknowledged, and it can be filled later', async () => {
    const { id } = await instruct();
    await simulate(id, 'acknowledge');
    expect(await simulate(id, 'fill', atMarket, { books: false })).toMatchObject({ status: 422 });
    expect((await get(`payment-instructions/${id}`)).data.status).toBe('ACKNOWLEDGED');
    expect((await simulate(id, 'fill', atMarket)).data.status).toBe('FILLED');
  });

  test.each([
    ['reject', 'REJECTED', 'Rejected by the simulator.'],
    ['fail', 'FAILED', 'Failed by the simulator.'],
  ])('%s ends it and says why', async (step, status, statusReason) => {
    const pending = await instruct();
    expect((await simulate(pending.id, step)).data).toMatchObject({
      status,
      statusHistory: [{ status: 'PENDING' }, { status, statusReason }],
    });
    const late = await filled();
    expect((await simulate(late, step)).data.statusHistory.at(-1).statusReason).toMatch(
      /^.*simulator\. Conversion con_\w+ is kept: EUR 1000\.00 goes to the EUR wallet when it is exchanged\.$/,
    );
  });

  test('one key moves it once', async () => {
    const { id } = await instruct();
    await simulate(id, 'acknowledge');
    const path = `simulators/payment-instructions/${id}/fill`;
    const [first, second] = await answered(
      Promise.all([post(path, atMarket, { key: 'fill' }), post(path, atMarket, { key: 'fill' })]),
    );
    expect([first!.text, second!.text].filter((text) => text.includes('"FILLED"')).length).toBeGreaterThan(0);
    const again = await post(path, atMarket, { key: 'fill' });
    expect([again.status, again.data.status, again.replayed]).toEqual([200, 'FILLED', 'true']);
    expect(await post(path, atMarket)).toMatchObject({ status: 409, code: 'illegal_transition' });
  });

  test('faults, strangers and missing permissions are refused', async () => {
    const { id } = await instruct();
    const path = `simulators/payment-instructions/${id}`;
    expect(faults(await post(`${path}/fill`, {}))).toEqual(['#/useIndicativeRateForActualRate required']);
    expect(faults(await post(`${path}/acknowledge`, { more: 1 }))).toEqual(['#/more unknown_field']);
    expect((await post(`${path}/acknowledge`, {}, { caller: 'stranger' })).status).toBe(404);
    expect((await post(`${path}/acknowledge`, {}, { caller: 'reader' })).status).toBe(403);
    expect((await post(`${path}/send`)).code).toBe('illegal_transition');
    expect((await post('simulators/payment-instructions/pi_unknown/send')).status).toBe(404);
  });

  test('in PRODUCTION there are no simulators', () => {
    expect(simulatorsIn('PRODUCTION')).toEqual([]);
    expect(simulatorsIn('SANDBOX')).toEqual([SimulatorsController]);
  });
});

test('nobody is told bank details', async () => {
  const rows = await db.database.query<{ message: string }>(
    'SELECT message::text FROM events WHERE message IS NOT NULL',
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { message } of rows) expect(message).not.toMatch(/DE8937|COBADEFF|31926819/);
});

test('transfers and facts of others change nothing', async () => {
  const count = async () => (await db.database.query('SELECT 1 FROM events')).length;
  const before = await count();
  const relatedEntity = {
    id: 'con_1',
    type: 'CONVERSION',
    reference: '',
    details: { description: '' },
  } as const;
  const outcome = { conversionId: 'con_1', paymentInstructionId: null };
  const resource = {} as never;
  await reactions.onTransferPosted(delivered({ transferId: 'con_1', relatedEntity }));
  await reactions.onTransferDeclined(delivered({ transferId: 'con_1', relatedEntity, reason }));
  await reactions.onConversionBooked(delivered({ ...outcome, price: {} as never, resource }));
  await reactions.onConversionExchanged(delivered({ ...outcome, resource }));
  await reactions.onConversionCancelled(delivered({ ...outcome, resource }));
  await reactions.onPaymentLinked(delivered({ ...outcome, paymentId: 'pmt_1' }));
  await reactions.onBookingDeclined(delivered({ ...outcome, paymentInstructionId: 'pi_unknown', reason }));
  expect(await count()).toBe(before);
});

describe('payment dates', () => {
  const path = 'reference-data/payment-instructions/payment-dates';
  const dates = (query: string) => get(`${path}?${query}`);

  test('the first and last date, and why not the others', async () => {
    const { status, data } = await dates('SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2026-11-21');
    expect(status).toBe(200);
    expect(data).toMatchObject({ firstAvailableDate: '2026-11-23', lastAvailableDate: '2027-11-19' });
    expect(Object.entries(data.unavailableDates).slice(0, 2)).toEqual([
      ['2026-11-21', 'Saturday'],
      ['2026-11-22', 'Sunday'],
    ]);
  });
  test('a date that has passed counts as today, one beyond the last has none', async () => {
    const past = await dates('SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2020-01-01');
    expect(past.data.firstAvailableDate).toBe('2026-11-20');
    const far = await dates('SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2028-01-03');
    expect([far.status, far.code]).toEqual([422, 'payment_date_unavailable']);
  });
  test('faults are told at once', async () => {
    expect(faults(await dates('SellCcyCode=gbp&PaymentDate=2026-02-30'))).toEqual([
      '?BuyCcyCode required',
      '?PaymentDate not_a_date',
      '?SellCcyCode unknown_currency',
    ]);
  });
});
