import type { Messages } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { TestClock, delivered, issues, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { CoverReactions } from '../dealing/cover-reactions.js';
import { FundsReactions } from '../dealing/funds-reactions.js';
import { ConversionSimulatorsController } from './conversion-simulators.controller.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const caller: Caller = {
  ...testCaller,
  permissions: ['conversions:read', 'conversions:write', 'rates:read', 'simulators:execute'],
};
const stranger: Caller = { ...caller, client: { id: 'cli_stranger', name: 'Stranger' } };
const reader: Caller = { ...caller, permissions: ['conversions:read'] };
let conversions: TestService;
let reactions: Reactions;

beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller });
  reactions = conversions.app.get(Reactions);
});
afterAll(() => conversions.close());

const body = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 100 };
const create = async (more: object = {}) =>
  (await conversions.post('conversions', { ...body, ...more })).data as { id: string };
const read = async (id: string) => (await conversions.get(`conversions/${id}`)).data;

/** The ledger responds to each request twice. */
const handled = new Set<string>();
async function untilResponse<T>(id: string, call: Promise<T>, reason?: 'insufficient_funds'): Promise<T> {
  let isDone = false;
  const done = call.finally(() => (isDone = true));
  while (!isDone) {
    const requests = (await conversions.published(id)).filter(
      (one) => isRequest(one) && !handled.has(one.id),
    );
    for (const { id: messageId, data } of requests) {
      handled.add(messageId);
      for (const _ of [1, 2]) await tell(data as Messages['ledger.transfer_requested'], reason);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return done;
}
const isRequest = ({ type }: { type: string }) => type === 'ledger.transfer_requested';
const tell = (
  { transferId, relatedEntity }: Messages['ledger.transfer_requested'],
  reason?: 'insufficient_funds',
) =>
  reason
    ? reactions.onTransferDeclined(
        delivered<'ledger.transfer_declined'>({ transferId, relatedEntity, reason }),
      )
    : reactions.onTransferPosted(delivered<'ledger.transfer_posted'>({ transferId, relatedEntity }));
const exchange = (id: string, reason?: 'insufficient_funds', key?: string) =>
  untilResponse(id, conversions.post(`simulators/conversions/${id}/exchange`, undefined, { key }), reason);

describe('a conversion without an instruction', () => {
  test('is booked at the market for spot, returned without history by its creation, and with it by reads', async () => {
    const [rate] = (await conversions.get('rates?ccyPairs=GBPUSD')).data;
    const { status, data } = await conversions.post('conversions', { ...body, metadata: 'order 12' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^con_/),
      reference: expect.stringMatching(/^CON-20261120-[0-9A-Z]{6}$/),
      sellAmount: { ccyCode: 'GBP', value: 100 },
      rate: rate.sellRate,
      valueDate: '2026-11-24',
      fundByDate: '2026-11-24T17:00:00.000',
      deposit: { isRequired: false, status: 'NOT_REQUIRED' },
      status: 'BOOKED',
      statusHistory: [],
      linkedPaymentInstructionId: null,
      metadata: 'order 12',
      payments: [],
      fundsRequired: { ccyCode: 'GBP', value: 100 },
    });
    const entry = { status: 'BOOKED', statusReason: null, occurredOn: expect.any(String) };
    expect(await read(data.id)).toEqual({ ...data, statusHistory: [entry] });
    expect((await conversions.published(data.id)).map(({ type }) => type)).toEqual(['conversion.booked']);
  });

  test('is created once per key, and its response stays the same later', async () => {
    const dated = { ...body, valueDate: '2026-11-20' };
    const first = await conversions.post('conversions', dated, { key: 'once' });
    clock.advance(3 * 86_400_000);
    const again = await conversions.post('conversions', dated, { key: 'once' });
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
    expect(issues(await conversions.post('conversions', dated))).toEqual([400, '#/valueDate in_the_past']);
    clock.advance(-3 * 86_400_000);
  });

  test.each<[string, object, string[]]>([
    [
      'everything at once',
      {
        ...{ sellCcyCode: 'gbp', fixedSide: 'BOTH', amount: -1, valueDate: '2026-11-19' },
        ...{ metadata: 'm'.repeat(1025), more: 1 },
      },
      [
        '#/amount not_positive',
        '#/fixedSide not_allowed',
        '#/metadata too_long',
        '#/more unknown_field',
        '#/sellCcyCode unknown_currency',
        '#/valueDate in_the_past',
      ],
    ],
    ['one currency', { buyCcyCode: 'GBP' }, ['#/buyCcyCode same_currency']],
    ['too many decimals', { fixedSide: 'BUY', amount: 0.001 }, ['#/amount too_many_decimals']],
    ['a past date alone', { valueDate: '2026-11-19' }, ['#/valueDate in_the_past']],
  ])('with %s is refused', async (_, more, expected) => {
    expect(issues(await conversions.post('conversions', { ...body, ...more }))).toEqual([400, ...expected]);
  });

  test.each<[object, string]>([
    [{ buyCcyCode: 'KPW' }, 'currency_not_buyable'],
    [{ sellCcyCode: 'KPW' }, 'currency_not_sellable'],
    [{ valueDate: '2027-11-21' }, 'payment_date_unavailable'],
    [{ buyCcyCode: 'JPY', amount: 0.01, fixedSide: 'SELL', sellCcyCode: 'INR' }, 'amount_not_convertible'],
  ])('%j is refused', async (more, code) => {
    expect(await conversions.post('conversions', { ...body, ...more })).toMatchObject({
      status: 422,
      problem: { code },
    });
  });
  test('a date beyond 12 months is refused with its pointer', async () => {
    const refused = await conversions.post('conversions', { ...body, valueDate: '2027-11-21' });
    expect(issues(refused)).toEqual([422, '#/valueDate too_late']);
  });

  test('is cancelled with its reason, while BOOKED only', async () => {
    const { id } = await create();
    expect(issues(await conversions.post(`conversions/${id}/cancel`, {}))).toEqual([
      400,
      '#/reason required',
    ]);
    const { data } = await conversions.post(`conversions/${id}/cancel`, { reason: 'Not needed' });
    expect(data).toMatchObject({ status: 'CANCELLED', fundsRequired: { value: 0 } });
    expect(data.statusHistory.at(-1)).toMatchObject({ statusReason: 'Not needed' });
    const exchanged = (await create()).id;
    await exchange(exchanged);
    for (const one of [id, exchanged])
      expect(await conversions.post(`conversions/${one}/cancel`, { reason: 'again' })).toMatchObject({
        status: 409,
        problem: { code: 'illegal_transition' },
      });
  });

  test('is exchanged once, despite repeated messages', async () => {
    const { id } = await create();
    const first = await exchange(id, undefined, `${id} once`);
    expect(first.data).toMatchObject({ id, status: 'EXCHANGED' });
    expect(Object.keys(first.data)).toEqual(['id', 'status', 'statusHistory']);
    const again = await exchange(id, undefined, `${id} once`);
    expect([again.text, again.replayed]).toEqual([first.text, true]);
    expect(await exchange(id)).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
    expect((await conversions.published(id)).map(({ type }) => type)).toEqual([
      'conversion.booked',
      'ledger.transfer_requested',
      'conversion.exchanged',
    ]);
  });

  test('is unchanged without funds, and can be exchanged later', async () => {
    const { id } = await create();
    const before = await read(id);
    expect(await exchange(id, 'insufficient_funds')).toMatchObject({
      status: 422,
      problem: { code: 'insufficient_funds' },
    });
    expect(await read(id)).toEqual(before);
    expect((await exchange(id)).data.status).toBe('EXCHANGED');
  });

  test('is not visible to other clients, and needs the permission', async () => {
    const { id } = await create();
    for (const [path, sent] of [
      [`conversions/${id}/cancel`, { reason: 'x' }],
      [`simulators/conversions/${id}/exchange`, undefined],
    ] as const) {
      expect((await conversions.post(path, sent, { as: stranger })).status).toBe(404);
      expect((await conversions.post(path, sent, { as: reader })).status).toBe(403);
    }
    expect((await conversions.post('conversions', body, { as: reader })).problem).toMatchObject({
      requiredPermission: 'conversions:write',
    });
    expect((await read(id)).status).toBe('BOOKED');
  });

  test('has no simulators in PRODUCTION', () => {
    expect(ConversionsModule.in('PRODUCTION').controllers).toEqual([FundsReactions, CoverReactions]);
    const [simulators, ...ofTestClock] = ConversionsModule.in('SANDBOX').controllers ?? [];
    expect(simulators).toBe(ConversionSimulatorsController);
    expect(ofTestClock.map(({ name }) => name)).toEqual(['TurnReactions']);
  });
});
