import { TestClock, issues } from '@corridor/testing';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;

beforeAll(async () => {
  payments = await startPayments(clock);
});
afterAll(() => payments.close());

test('before the first rates no instruction is accepted, and the key can be used again', async () => {
  const body = await payments.instructionBody();
  const response = await payments.post('payment-instructions', body, { key: 'early' });
  expect([response.status, response.problem?.code]).toEqual([503, 'unavailable']);
  await payments.publishRates();
  expect((await payments.post('payment-instructions', body, { key: 'early' })).status).toBe(200);
});

describe('a payment instruction', () => {
  test('is returned without history by its creation, and with it by reads', async () => {
    clock.advance(1);
    const { status, data } = await payments.post(
      'payment-instructions',
      await payments.instructionBody({ metadata: 'order 12' }),
    );
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
    expect((await payments.get(`payment-instructions/${data.id}`)).data).toEqual({
      ...data,
      statusHistory: [entry],
    });
    expect((await payments.get('payment-instructions?limit=1')).data[0].id).toBe(data.id);
    expect((await payments.get(`payment-instructions/${data.id}`, 'stranger')).status).toBe(404);
  });
  test('is created once per key, and its response stays the same later', async () => {
    const body = await payments.instructionBody();
    const first = await payments.post('payment-instructions', body, { key: 'once' });
    clock.advance(3 * 86_400_000);
    const again = await payments.post('payment-instructions', body, { key: 'once' });
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
    const late = await payments.post('payment-instructions', body);
    expect(issues(late)).toEqual([400, '#/paymentDate in_the_past']);
    clock.advance(-3 * 86_400_000);
  });

  describe('with issues is refused, all issues at once', () => {
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
      const response = await payments.post('payment-instructions', await payments.instructionBody(more));
      expect(issues(response)).toEqual([400, ...expected]);
    });
  });

  test.each<[string, object, string]>([
    ['a currency without rates', { buyCcyCode: 'KPW' }, 'currency_not_buyable'],
    ['selling one', { sellCcyCode: 'KPW' }, 'currency_not_sellable'],
    ['a date beyond 12 months', { paymentDate: '2027-11-21' }, 'payment_date_unavailable'],
  ])('%s is refused', async (_, more, code) => {
    expect(await payments.post('payment-instructions', await payments.instructionBody(more))).toMatchObject({
      status: 422,
      problem: { code },
    });
  });
  test('a date beyond 12 months is refused with its pointer', async () => {
    const body = await payments.instructionBody({ paymentDate: '2027-11-21' });
    expect(issues(await payments.post('payment-instructions', body))).toEqual([
      422,
      '#/paymentDate too_late',
    ]);
  });
  test('a beneficiary that is not usable is refused with its cause', async () => {
    const archived = await payments.beneficiaryId();
    await payments.post(`beneficiaries/${archived}/archive`);
    const { bankAccount } = anna as { bankAccount: object };
    const regularOnly = await payments.beneficiaryId({
      ...anna,
      bankAccount: { ...bankAccount, bicSwiftCode: null },
    });
    const refused = async (more: object) => {
      const response = await payments.post('payment-instructions', await payments.instructionBody(more));
      expect(response.problem?.code).toBe('beneficiary_not_usable');
      return issues(response);
    };
    expect(await refused({ beneficiaryId: 'ben_01K00000000000000000000000' })).toEqual([
      422,
      '#/beneficiaryId unknown',
    ]);
    expect(await refused({ beneficiaryId: archived })).toEqual([422, '#/beneficiaryId archived']);
    expect(await refused({ buyCcyCode: 'USD' })).toEqual([422, '#/buyCcyCode not_supported']);
    expect(
      await refused({ beneficiaryId: regularOnly, paymentType: 'PRIORITY', chargeType: 'SHARED' }),
    ).toEqual([422, '#/paymentType not_supported']);
  });
  test("another client's beneficiary is refused like an unknown one", async () => {
    const id = await payments.beneficiaryId(anna, 'stranger');
    const refusals = [id, 'ben_01K00000000000000000000000'].map(async (beneficiaryId) => {
      const { status, problem } = await payments.post(
        'payment-instructions',
        await payments.instructionBody({ beneficiaryId }),
      );
      return { status, code: problem?.code, detail: problem?.detail };
    });
    const [foreign, unknown] = await Promise.all(refusals);
    expect(foreign).toEqual(unknown);
  });
  test('in PRODUCTION needs no payment type', async () => {
    const body = { ...(await payments.instructionBody()), paymentType: null, chargeType: null };
    expect(await payments.post('payment-instructions', body, { as: 'production' })).toMatchObject({
      status: 200,
      data: { paymentType: 'REGULAR', chargeType: null },
    });
  });

  test('is cancelled with its reason, while PENDING only', async () => {
    const { id } = await payments.instruct();
    expect(issues(await payments.post(`payment-instructions/${id}/cancel`, {}))).toEqual([
      400,
      '#/reason required',
    ]);
    const stranger = await payments.post(
      `payment-instructions/${id}/cancel`,
      { reason: 'x' },
      { as: 'stranger' },
    );
    expect(stranger.status).toBe(404);
    const { status, data } = await payments.post(`payment-instructions/${id}/cancel`, {
      reason: 'Not needed',
    });
    expect([status, data.status, data.statusHistory.at(-1).statusReason]).toEqual([
      200,
      'CANCELLED',
      'Not needed',
    ]);
    expect(await payments.post(`payment-instructions/${id}/cancel`, { reason: 'again' })).toMatchObject({
      status: 409,
      problem: { code: 'instruction_not_pending' },
    });
    expect((await payments.post('payment-instructions/pi_unknown/cancel', { reason: 'x' })).status).toBe(404);
  });
});
