import { money } from '@corridor/kernel';
import { TestClock, issues } from '@corridor/testing';
import { OtherServices } from '../other-services.fixture.js';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';
import { ownPayments } from './own-payments.fixture.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;
let otherServices: OtherServices;

const { create, read, simulate, createAndMove, transfersOf, transferIds } = ownPayments(() => ({
  payments,
  otherServices,
}));

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  otherServices = new OtherServices(payments, 2); // every message is delivered twice
});
afterAll(() => payments.close());

describe('a payment without an instruction', () => {
  test('is a draft, returned without history by its creation, and with it by reads', async () => {
    const body = await payments.paymentBody({ reason: 'Rent', purposeCode: 'RENT', metadata: 'order 12' });
    const { status, data } = await payments.post('payments', body);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^pmt_/),
      reference: expect.stringMatching(/^PMT-20261120-[0-9A-Z]{6}$/),
      beneficiary: { displayName: 'Anna Schmidt', bankAccount: null },
      beneficiarySnapshot: null,
      amount: { ccyCode: 'EUR', value: 1000 },
      reason: 'Rent',
      purposeCode: 'RENT',
      chargeType: 'OURS',
      transferredOn: null,
      executionDate: null,
      status: 'DRAFT',
      statusHistory: [],
      swiftSubmission: null,
      linkedPaymentInstructionId: null,
      metadata: 'order 12',
    });
    const entry = { status: 'DRAFT', subStatus: 'NEW', statusReason: null, occurredOn: expect.any(String) };
    expect(await read(data.id)).toEqual({ ...data, statusHistory: [entry] });
    expect((await payments.get(`payments/${data.id}`, 'stranger')).status).toBe(404);
  });

  test('needs no rates of its currency, and uses its narrative as the reason', async () => {
    expect(await read((await create()).id)).toMatchObject({ reason: 'Invoice 4711', purposeCode: null });
  });

  test('is created once per key, and its response stays the same later', async () => {
    const body = await payments.paymentBody();
    const first = await payments.post('payments', body, { key: 'once' });
    clock.advance(3 * 86_400_000);
    const again = await payments.post('payments', body, { key: 'once' });
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
    expect(issues(await payments.post('payments', body))).toEqual([400, '#/paymentDate in_the_past']);
    clock.advance(-3 * 86_400_000);
  });

  test.each<[string, object, string[]]>([
    [
      'everything at once',
      {
        ...{ amount: { ccyCode: 'eur', value: 0, more: 1 }, beneficiaryId: 'x', paymentDate: '2026-11-19' },
        ...{ paymentType: 'REGULAR', narrative: 'n'.repeat(513), metadata: 'm'.repeat(1025), more: 1 },
        ...{ reason: 'r'.repeat(513), purposeCode: 'p'.repeat(36) },
      },
      [
        '#/amount/ccyCode unknown_currency',
        '#/amount/more unknown_field',
        '#/amount/value not_positive',
        '#/beneficiaryId not_an_id',
        '#/chargeType not_allowed',
        '#/metadata too_long',
        '#/more unknown_field',
        '#/narrative too_long',
        '#/paymentDate in_the_past',
        '#/purposeCode too_long',
        '#/reason too_long',
      ],
    ],
    ['a bare number', { amount: 1000 }, ['#/amount not_an_object']],
    ['PRIORITY without charges', { chargeType: null }, ['#/chargeType required']],
    ['no payment type in the SANDBOX', { paymentType: null }, ['#/paymentType required']],
    ['too many decimals', { amount: { ccyCode: 'EUR', value: 0.001 } }, ['#/amount/value too_many_decimals']],
    ['a past date alone', { paymentDate: '2026-11-19' }, ['#/paymentDate in_the_past']],
  ])('with %s is refused', async (_, more, expected) => {
    const response = await payments.post('payments', await payments.paymentBody(more));
    expect(issues(response)).toEqual([400, ...expected]);
  });

  test('for a day in 12 months is accepted, although it is a Saturday', async () => {
    const body = await payments.paymentBody({ paymentDate: '2027-11-20' });
    const { status, data } = await payments.post('payments', body);
    expect([status, data.paymentDate]).toEqual([200, '2027-11-20']);
  });

  test.each(['2027-11-21', '9999-12-31'])('for %s, beyond 12 months, is refused', async (paymentDate) => {
    const response = await payments.post('payments', await payments.paymentBody({ paymentDate }));
    expect(response.problem?.code).toBe('payment_date_unavailable');
    expect(issues(response)).toEqual([422, '#/paymentDate too_late']);
  });

  test('to an unreachable beneficiary is refused', async () => {
    const archived = await payments.beneficiaryId();
    await payments.post(`beneficiaries/${archived}/archive`);
    const foreign = await payments.beneficiaryId(anna, 'stranger');
    for (const more of [
      { beneficiaryId: archived },
      { beneficiaryId: foreign },
      { beneficiaryId: 'ben_01K00000000000000000000000' },
      { amount: { ccyCode: 'USD', value: 1 } },
    ])
      expect(await payments.post('payments', await payments.paymentBody(more))).toMatchObject({
        status: 422,
        problem: { code: 'beneficiary_not_usable' },
      });
  });

  test('is cancelled with its reason, while DRAFT only', async () => {
    const { id } = await create();
    expect(issues(await payments.post(`payments/${id}/cancel`, {}))).toEqual([400, '#/reason required']);
    const stranger = await payments.post(`payments/${id}/cancel`, { reason: 'x' }, { as: 'stranger' });
    expect(stranger.status).toBe(404);
    const { data } = await payments.post(`payments/${id}/cancel`, { reason: 'Not needed' });
    expect(data).toMatchObject({ status: 'CANCELLED' });
    expect(data.statusHistory.at(-1)).toMatchObject({
      subStatus: 'CANCELLED',
      statusReason: 'Not needed',
    });
    const ready = await createAndMove({}, 'authorise');
    for (const one of [id, ready])
      expect(await payments.post(`payments/${one}/cancel`, { reason: 'again' })).toMatchObject({
        status: 409,
        problem: { code: 'illegal_transition' },
      });
    expect(await simulate(id, 'authorise')).toMatchObject({ status: 409 });
  });

  test('is sent and confirmed', async () => {
    const { id, reference } = await create();
    const authorised = await simulate(id, 'authorise');
    expect(Object.keys(authorised.data)).toEqual(['id', 'status', 'statusHistory']);
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect((await simulate(id, 'complete')).data.status).toBe('SENT');
    const row = await read(id);
    expect(row).toMatchObject({
      status: 'SENT',
      statusHistory: [
        { status: 'DRAFT', subStatus: 'NEW' },
        { status: 'READY_TO_SEND', subStatus: 'AUTHORISED' },
        { status: 'SENT', subStatus: 'SUBMITTED' },
        { status: 'SENT', subStatus: 'COMPLETED' },
      ],
      transferredOn: expect.any(String),
      beneficiarySnapshot: { id: expect.stringMatching(/^bss_/), bankAccount: null },
      swiftSubmission: {
        format: 'MT103',
        status: 'SUCCESS',
        message: expect.stringContaining(':33B:EUR1000,00'),
      },
    });
    expect((await payments.get(`beneficiary-snapshots/${row.beneficiarySnapshot.id}`)).data).toMatchObject({
      isSnapshot: true,
      bankAccount: { iban: 'DE89370400440532013000' },
    });
    expect(transfersOf(id)[0]).toMatchObject({
      transferId: id,
      action: 'PAYMENT',
      relatedEntity: { id, type: 'PAYMENT', reference },
      entries: [
        { account: 'wallet', amount: money('EUR', -1000_00n) },
        { account: 'settlement', amount: money('EUR', 1000_00n) },
      ],
    });
    for (const step of ['authorise', 'send', 'complete'])
      expect(await simulate(id, step)).toMatchObject({ status: 409 });
  });

  test('without funds nothing changes, and it can be sent later', async () => {
    const id = await createAndMove({}, 'authorise');
    const before = await read(id);
    expect(await simulate(id, 'send', undefined, { funds: false })).toMatchObject({
      status: 422,
      problem: { code: 'insufficient_funds' },
    });
    expect(await read(id)).toEqual(before);
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect(transferIds(id)).toEqual([id]);
  });

  test('one key sends it once, and so do two callers at once', async () => {
    const id = await createAndMove({}, 'authorise');
    const path = `simulators/payments/${id}/send`;
    const responses = await otherServices.untilResponse(
      Promise.all(
        ['send', 'send', 'other'].map((key) => payments.post(path, undefined, { key: `${id} ${key}` })),
      ),
    );
    const codes = responses.map(({ status, problem }) => problem?.code ?? status);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0);
    const beside = ['idempotency_in_flight', 'step_in_progress', 'illegal_transition'];
    for (const code of codes) expect([200, ...beside]).toContain(code);
    expect((await read(id)).statusHistory).toHaveLength(3);
    expect(transferIds(id)).toEqual([id]);
    const keyOf = codes[2] === 200 ? 'other' : 'send';
    const again = await payments.post(path, undefined, { key: `${id} ${keyOf}` });
    expect([again.status, again.data.status, again.replayed]).toEqual([200, 'SENT', true]);
  });
});

describe('a payment that fails', () => {
  test('before it is sent has deducted nothing', async () => {
    const id = await createAndMove({}, 'authorise');
    const { data } = await simulate(id, 'fail', { reason: 'Sanctioned.', deduction: 1 });
    expect(data.statusHistory.at(-1)).toMatchObject({
      status: 'FAILED',
      subStatus: 'FAILED',
      statusReason: 'Sanctioned.',
    });
    expect(await read(id)).toMatchObject({ failureReturnedAmount: null, transferredOn: null });
    expect(transfersOf(id)).toEqual([]);
  });

  test.each([
    [{}, 1000, 'Failed by the simulator.'],
    [{ reason: 'Account closed.', deduction: 15.5 }, 984.5, 'Account closed.'],
  ])('after it was sent returns its money: %j', async (body, value, statusReason) => {
    const id = await createAndMove({}, 'authorise', 'send');
    const { data } = await simulate(id, 'fail', body);
    expect(data.statusHistory.at(-1)).toMatchObject({ status: 'FAILED', statusReason });
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      failureReturnedAmount: { ccyCode: 'EUR', value },
      transferredOn: expect.any(String),
    });
    const back = transfersOf(id).at(-1)!;
    expect(back).toMatchObject({ transferId: `${id}/return`, action: 'PAYMENT_FAILURE' });
    expect(back.entries.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(0n);
    expect(back.entries.find(({ account }) => account === 'wallet')?.amount.minor).toBe(BigInt(value * 100));
    expect(await simulate(id, 'fail')).toMatchObject({ status: 409 });
  });

  test('leaves its instruction SENT, and updates its conversion', async () => {
    const { id } = await payments.instruct();
    for (const step of ['acknowledge', 'fill', 'send'])
      await otherServices.untilResponse(
        payments.post(
          `simulators/payment-instructions/${id}/${step}`,
          step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined,
        ),
      );
    const instruction = (await payments.get(`payment-instructions/${id}`)).data;
    const paymentId = instruction.linkedPaymentId as string;
    for (const step of ['require-authorisation', 'suspend', 'release'])
      expect(await simulate(paymentId, step)).toMatchObject({ status: 409 });
    expect((await simulate(paymentId, 'fail')).data.status).toBe('FAILED');
    expect((await payments.get(`payment-instructions/${id}`)).data).toEqual(instruction);
    expect(transferIds(paymentId)).toEqual([paymentId, `${paymentId}/return`]);
  });

  test('stays SENT if the wallet cannot hold the amount, and can fail later', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    const before = await read(id);
    expect(await simulate(id, 'fail', {}, { room: false })).toMatchObject({
      status: 422,
      problem: { code: 'wallet_full' },
    });
    expect(await read(id)).toEqual(before);
    expect((await simulate(id, 'fail')).data.status).toBe('FAILED');
  });

  test('one key returns its money once, and so do two callers at once', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    const keys = ['one', 'one', 'two', 'three'].map((key) => `${id} ${key}`);
    const responses = await otherServices.untilResponse(
      Promise.all(keys.map((key) => payments.post(`simulators/payments/${id}/fail`, {}, { key }))),
    );
    const codes = responses.map(({ status, problem }) => problem?.code ?? status);
    expect(codes).toContain(200);
    expect((await read(id)).statusHistory).toHaveLength(4);
    expect(transferIds(id)).toEqual([id, `${id}/return`]);
  });

  test('with issues is refused', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    for (const [body, expected] of [
      [{ deduction: 0 }, '#/deduction not_positive'],
      [{ deduction: 0.001 }, '#/deduction too_many_decimals'],
      [{ deduction: 1000 }, '#/deduction too_large'],
      [{ reason: '' }, '#/reason too_short'],
      [{ more: 1 }, '#/more unknown_field'],
    ] as const)
      expect(issues(await payments.post(`simulators/payments/${id}/fail`, body))).toEqual([400, expected]);
    const path = `simulators/payments/${id}/fail`;
    expect((await payments.post(path, {}, { as: 'stranger' })).status).toBe(404);
    expect((await payments.post(path, {}, { as: 'reader' })).status).toBe(403);
  });
});

describe('a changed beneficiary', () => {
  const { bankAccount } = anna as { bankAccount: object };
  const changed = (account: object) => ({ ...anna, bankAccount: { ...bankAccount, ...account } });
  const OTHER_IBAN = 'DE02120300000000202051';
  const ibanOf = async (paymentId: string) => {
    const { beneficiarySnapshot } = await read(paymentId);
    return (await payments.get(`beneficiary-snapshots/${beneficiarySnapshot.id}`)).data.bankAccount.iban;
  };

  test('is paid with its details at sending; earlier payments keep their snapshot', async () => {
    const beneficiaryId = await payments.beneficiaryId();
    const [early, late] = [
      await createAndMove({ beneficiaryId }, 'authorise', 'send'),
      await createAndMove({ beneficiaryId }, 'authorise'),
    ];
    const update = { ...changed({ iban: OTHER_IBAN }), displayName: 'Anna Weber' };
    expect((await payments.put(`beneficiaries/${beneficiaryId}`, update)).status).toBe(200);
    await simulate(late, 'send');
    expect([await ibanOf(early), await ibanOf(late)]).toEqual(['DE89370400440532013000', OTHER_IBAN]);
    expect(await read(late)).toMatchObject({
      beneficiary: { id: beneficiaryId, displayName: 'Anna Weber' },
      beneficiarySnapshot: { displayName: 'Anna Weber' },
      swiftSubmission: { message: expect.stringContaining(OTHER_IBAN) },
    });
    expect((await read(early)).beneficiary.displayName).toBe('Anna Schmidt');
  });

  test('is paid with its details at the request of the funds, regardless of later changes', async () => {
    const beneficiaryId = await payments.beneficiaryId();
    const id = await createAndMove({ beneficiaryId }, 'authorise');
    const sending = payments.post(`simulators/payments/${id}/send`);
    for (let requested = 0; requested === 0;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const { length } = await payments.db.database.query(
        'SELECT 1 FROM payment_order WHERE payment_id = $1',
        [id],
      );
      requested = length;
    }
    await payments.put(`beneficiaries/${beneficiaryId}`, changed({ iban: OTHER_IBAN, bicSwiftCode: null }));
    expect((await otherServices.untilResponse(sending)).data.status).toBe('SENT');
    expect(await ibanOf(id)).toBe('DE89370400440532013000');
  });

  test('that became unreachable stops unsent payments until it is reachable again', async () => {
    const beneficiaryId = await payments.beneficiaryId();
    const id = await createAndMove({ beneficiaryId }, 'authorise');
    await payments.put(`beneficiaries/${beneficiaryId}`, changed({ bicSwiftCode: null }));
    expect(await simulate(id, 'send')).toMatchObject({
      status: 422,
      problem: { code: 'beneficiary_not_usable' },
    });
    expect(transfersOf(id)).toEqual([]);
    await payments.put(`beneficiaries/${beneficiaryId}`, anna);
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
  });

  test('that was archived gets nothing that was not sent before', async () => {
    const beneficiaryId = await payments.beneficiaryId();
    const id = await createAndMove({ beneficiaryId }, 'authorise');
    await payments.post(`beneficiaries/${beneficiaryId}/archive`);
    expect(await simulate(id, 'send')).toMatchObject({
      status: 422,
      problem: { code: 'beneficiary_not_usable', detail: 'The beneficiary is archived.' },
    });
    expect(transfersOf(id)).toEqual([]);
    expect((await payments.get(`payments/${id}`)).data.status).toBe('READY_TO_SEND');
  });
});
