import { TestClock, issues } from '@corridor/testing';
import { OtherServices } from '../other-services.fixture.js';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { FeePlanController } from './fee-plan.controller.js';
import { ownPayments } from '../payment/own-payments.fixture.js';

/** Fees of clients, from the plan to the transfer. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
let payments: PaymentsUnderTest;
let otherServices: OtherServices;
const { create, read, simulate, transfersOf } = ownPayments(() => ({ payments, otherServices }));

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  otherServices = new OtherServices(payments, 2);
});
afterAll(() => payments.close());

const eur = (value: number) => ({ ccyCode: 'EUR', value });
const rule = { kind: null, ccyCode: null, paymentType: null, chargeType: null, correspondentCharge: null };
const plan = {
  name: 'Standard',
  rules: [
    { ccyCode: 'EUR', paymentType: 'PRIORITY', fee: eur(5), correspondentCharge: eur(12.5) },
    { kind: 'PAYMENT_INSTRUCTION', fee: { ccyCode: 'GBP', value: 3 } },
  ],
};
const planOf = async (body: object) =>
  (await payments.operate('POST', 'fees/plans', body)).data as { id: string };
const assigned = (feePlanId: string | null, clientId = '') =>
  payments.operate('PUT', `fees/client-plans${clientId && `/${clientId}`}`, { feePlanId });
const preview = async (more: object = {}) =>
  payments.post('payments/fee-preview', {
    ...{ amount: eur(1000), paymentType: 'PRIORITY', chargeType: 'OURS' },
    ...more,
  });

test('without a plan there is no fee', async () => {
  expect((await preview()).data).toEqual({ fee: null, parts: [] });
  expect(await read((await create()).id)).toMatchObject({ fee: null });
});

test('a preview is repeated for its key, as it was', async () => {
  const ask = (body: object = {}) =>
    payments.post(
      'payments/fee-preview',
      { amount: eur(1000), paymentType: 'PRIORITY', chargeType: 'OURS', ...body },
      { key: 'fee-1' },
    );
  const first = await ask();
  await assigned((await planOf({ name: 'Later', rules: [{ fee: eur(9) }] })).id);
  expect((await preview()).data.fee).toEqual(eur(9));
  const again = await ask();
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  expect((await ask({ amount: eur(2) })).status).toBe(422);
  await assigned(null);
});

test('a plan is created, found, read and changed', async () => {
  const created = await planOf(plan);
  expect(created).toMatchObject({
    name: 'Standard',
    rules: [
      { ...rule, ...plan.rules[0] },
      { ...rule, ...plan.rules[1] },
    ],
    ...{ version: 1, setBy: { name: 'Ines Almeida' } },
  });
  expect((await payments.operate('GET', `fees/plans/${created.id}`)).data).toEqual(created);
  const found = await payments.operate(
    'GET',
    `fees/plans?q=${encodeURIComponent('rules.fee.ccyCode == "GBP"')}`,
  );
  expect(found.data).toEqual([created]);
  const none = { name: 'None', rules: [] };
  const effect = payments.effectOf(FeePlanController, (to, command) => to.change(created.id, none, command));
  expect(await effect).toBe(
    'The fee plan “Standard” becomes “None”: otherwise nothing. Before: EUR PRIORITY EUR 5.00 and EUR 12.50 for OURS, PAYMENT_INSTRUCTION GBP 3.00, otherwise nothing.',
  );
  const changed = await payments.operate('PUT', `fees/plans/${created.id}`, none);
  expect(changed.data).toMatchObject({ name: 'None', rules: [], version: 2 });
  const unknown = await payments.operate('PUT', `fees/plans/fpl_${'0'.repeat(26)}`, { name: 'x', rules: [] });
  expect(unknown.status).toBe(404);
});

test.each<[string, object]>([
  [
    '#/rules/0/correspondentCharge/ccyCode not_allowed',
    { correspondentCharge: { ccyCode: 'USD', value: 1 } },
  ],
  ['#/rules/0/chargeType not_allowed', { paymentType: 'REGULAR', chargeType: 'OURS' }],
  ['#/rules/0/fee/value not_positive', { fee: eur(-1) }],
  ['#/rules/0/fee/value too_many_decimals', { fee: eur(0.001) }],
  ['#/rules/0/kind not_allowed', { kind: 'CONVERSION' }],
])('names what is wrong with a plan: %s', async (issue, more) => {
  const body = { name: 'x', rules: [{ fee: eur(1), ...more }] };
  expect(issues(await payments.operate('POST', 'fees/plans', body))).toEqual([400, issue]);
});

test('two rules are not for the same payments', async () => {
  const body = { name: 'x', rules: [{ fee: eur(1) }, { fee: eur(2) }] };
  expect(issues(await payments.operate('POST', 'fees/plans', body))).toEqual([400, '#/rules/1 not_unique']);
});

describe('with a plan', () => {
  beforeAll(async () => {
    await assigned((await planOf(plan)).id);
  });

  test('a preview shows the fee and its parts', async () => {
    expect((await preview()).data).toEqual({
      fee: eur(17.5),
      parts: [
        { type: 'FEE', amount: eur(5) },
        { type: 'CORRESPONDENT_CHARGE', amount: eur(12.5) },
      ],
    });
    expect((await preview({ chargeType: 'SHARED' })).data).toMatchObject({ fee: eur(5) });
    expect((await preview({ paymentType: 'REGULAR', chargeType: null })).data).toMatchObject({ fee: null });
    const instruction = { kind: 'PAYMENT_INSTRUCTION', paymentType: 'REGULAR', chargeType: null };
    expect((await preview(instruction)).data).toMatchObject({ fee: { ccyCode: 'GBP', value: 3 } });
    expect(issues(await preview({ chargeType: null }))).toEqual([400, '#/chargeType required']);
  });

  test('a payment has the fee of the preview, and takes it with its money when it is sent', async () => {
    const { id } = await create();
    expect(await read(id)).toMatchObject({ fee: eur(17.5), status: 'DRAFT' });
    await simulate(id, 'authorise');
    expect((await simulate(id, 'send')).status).toBe(200);
    const fee = transfersOf(id).find(({ action }) => action === 'PAYMENT_FEE');
    expect(fee).toMatchObject({
      transferId: `${id}/fee`,
      entries: [
        { account: 'wallet', amount: { ccyCode: 'EUR', minor: -1750n } },
        { account: 'fees', amount: { ccyCode: 'EUR', minor: 1750n } },
      ],
    });
  });

  test('an instruction has it, also at the price of a quote', async () => {
    const { id } = await payments.instruct();
    expect((await payments.get(`payment-instructions/${id}`)).data).toMatchObject({ fee: eur(17.5) });
    const body = await payments.instructionBody({ quoteId: `quo_${'0'.repeat(26)}` });
    const created = await otherServices.untilResponse(payments.post('payment-instructions', body));
    expect(created).toMatchObject({ status: 200, data: { fee: eur(17.5) } });
  });

  test('a client has its own plan, or that of all', async () => {
    const own = await planOf({ name: 'Free', rules: [{ fee: eur(0) }] });
    const clientId = `cli_${'1'.repeat(26)}`;
    const all = ((await payments.operate('GET', 'fees/client-plans')).data as { feePlanId: string })
      .feePlanId;
    const of = async () => (await payments.operate('GET', `fees/client-plans/${clientId}`)).data;
    expect(await of()).toEqual({
      ...{ clientId, feePlanId: null, inForce: all, version: 0, setBy: null, setOn: null },
    });
    expect((await assigned(own.id, clientId)).data).toMatchObject({ feePlanId: own.id, inForce: own.id });
    expect(await of()).toMatchObject({ feePlanId: own.id, inForce: own.id, version: 1 });
    expect((await assigned(null, clientId)).data).toMatchObject({
      feePlanId: null,
      inForce: all,
      version: 2,
    });
    expect((await assigned(`fpl_${'0'.repeat(26)}`)).status).toBe(404);
  });

  test('a payment keeps its fee when the plan changes', async () => {
    const { id } = await create();
    await assigned(null);
    expect(await read(id)).toMatchObject({ fee: eur(17.5) });
    expect(await read((await create()).id)).toMatchObject({ fee: null });
  });
});

test('a client keeps its plan unless another one, or null, is given', async () => {
  for (const path of ['fees/client-plans', `fees/client-plans/cli_${'0'.repeat(26)}`])
    expect(await payments.operate('PUT', path, {})).toMatchObject({ status: 400 });
});
