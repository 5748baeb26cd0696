import { type Api, type Reply } from '../support/api.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { createAndMovePayment, paymentFor, simulatePayment } from '../support/payment.js';
import { type TestClient, fundedClient } from '../support/system.js';

/** Payments without an instruction, and the outcomes of sent payments (interface-spec 3.2). */

let client: TestClient & { beneficiaryId: string };
let api: Api;
beforeEach(async () => {
  client = await fundedClient({ GBP: 1_000, EUR: 1_000 });
  ({ api } = client);
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const balance = async (ccyCode = 'EUR') => (await view(`wallets/${ccyCode}`)).balance.value;
const payment = (more?: object) => paymentFor(client.beneficiaryId, more);
const count = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

it('advances from a draft to the account of the beneficiary, and is debited once', async () => {
  const created = await api.post('/v1/payments', payment());
  const { id, reference } = created.body.data;
  expect(created.body.data).toMatchObject({ status: 'DRAFT', statusHistory: [] });
  for (const [step, status] of [
    ['authorise', 'READY_TO_SEND'],
    ['send', 'SENT'],
    ['complete', 'SENT'],
  ] as const)
    expect((await simulatePayment(api, id, step)).body.data.status).toBe(status);
  expect(await balance()).toBe(900);
  const [transaction] = await view('wallets/EUR/transactions');
  expect(transaction).toMatchObject({
    triggeredByAction: 'PAYMENT',
    signedAmount: { ccyCode: 'EUR', value: -100 },
    balance: { value: 900 },
    relatedEntity: { id, type: 'PAYMENT', reference },
  });
  expect((await view(`payments/${id}`)).statusHistory.at(-1)).toMatchObject({ subStatus: 'COMPLETED' });
});

it('awaits its authorisation, is suspended and released, and is debited when it is sent', async () => {
  const id = await createAndMovePayment(api, payment(), 'require-authorisation', 'authorise', 'suspend');
  const early = await simulatePayment(api, id, 'send');
  expect([early.status, early.body.code]).toEqual([409, 'illegal_transition']);
  expect(await balance()).toBe(1000);
  for (const step of ['release', 'send'] as const) await simulatePayment(api, id, step);
  expect(await balance()).toBe(900);
  const { statusHistory } = await view(`payments/${id}`);
  expect(statusHistory.map(({ status, subStatus }: any) => `${status} ${subStatus}`)).toEqual([
    'DRAFT NEW',
    'DRAFT AWAITING_AUTHORISATION',
    'READY_TO_SEND AUTHORISED',
    'READY_TO_SEND SUSPENDED',
    'READY_TO_SEND AUTHORISED',
    'SENT SUBMITTED',
  ]);
});

it('has a SWIFT message that is pending, processed and not delivered: its money returns', async () => {
  const body = payment({ paymentType: 'PRIORITY', chargeType: 'SHARED' });
  const id = await createAndMovePayment(api, body, 'authorise', 'send');
  expect((await view(`payments/${id}`)).swiftSubmission.status).toBe('SUCCESS');
  const move = async (status: string) => simulatePayment(api, id, 'swift-status', { status });
  for (const status of ['PENDING', 'PROCESSING'])
    expect((await move(status)).body.data.swiftSubmission.status).toBe(status);
  expect((await move('PENDING')).status).toBe(409);
  expect(await balance()).toBe(900);
  expect((await move('FAILED')).body.data).toMatchObject({
    status: 'FAILED',
    swiftSubmission: { status: 'FAILED' },
    failureReturnedAmount: { value: 100 },
  });
  expect(await balance()).toBe(1000);
});

it('pays its fee with a transaction of its own, from the wallet of its currency, and keeps it paid if it fails', async () => {
  const id = await createAndMovePayment(api, payment(), 'authorise');
  const fee = { ccyCode: 'GBP', value: 2.5 };
  expect((await simulatePayment(api, id, 'set-fee', { fee })).body.data.fee).toEqual(fee);
  await simulatePayment(api, id, 'send');
  expect([await balance('EUR'), await balance('GBP')]).toEqual([900, 997.5]);
  const [transaction] = await view('wallets/GBP/transactions');
  expect(transaction).toMatchObject({
    triggeredByAction: 'PAYMENT_FEE',
    direction: 'DEBIT',
    signedAmount: { ccyCode: 'GBP', value: -2.5 },
    balance: { ccyCode: 'GBP', value: 997.5 },
    status: 'COMPLETED',
    relatedEntity: { id, type: 'PAYMENT' },
  });
  await simulatePayment(api, id, 'fail');
  expect([await balance('EUR'), await balance('GBP')]).toEqual([1000, 997.5]);
});

it.each([
  ['EUR', 900.01],
  ['GBP', 1000.01],
])('without funds for its fee in %s is not sent, and nothing changes', async (ccyCode, value) => {
  const id = await createAndMovePayment(api, payment(), 'authorise');
  await simulatePayment(api, id, 'set-fee', { fee: { ccyCode, value } });
  const before = await view(`payments/${id}`);
  const refused = await simulatePayment(api, id, 'send');
  expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
  expect(await view(`payments/${id}`)).toEqual(before);
  expect([await balance('EUR'), await balance('GBP')]).toEqual([1000, 1000]);
  expect((await view('transactions')).length).toBe(2);
});

it('of an instruction with a fee: conversion, payment and fee are taken at once', async () => {
  const id = await createAndMove(api, instructionFor(client.beneficiaryId), 'acknowledge', 'fill');
  const fee = { ccyCode: 'GBP', value: 2.5 };
  const path = `/v1/simulators/payment-instructions/${id}`;
  expect((await api.post(`${path}/set-fee`, { fee })).body.data).toMatchObject({ fee, status: 'FILLED' });
  expect((await api.post(`${path}/send`)).body.data.status).toBe('SENT');
  const { actualPrice, linkedPaymentId, linkedConversionId, ...sent } = await view(
    `payment-instructions/${id}`,
  );
  expect(sent.fee).toEqual(fee);
  expect((await view(`payments/${linkedPaymentId}`)).fee).toEqual(fee);
  expect((await view(`conversions/${linkedConversionId}`)).payments[0].fee).toEqual(fee);
  const sold = Math.round(actualPrice.sellAmount.value * 100);
  expect([await balance('EUR'), await balance('GBP')]).toEqual([1000, (100_000 - sold - 250) / 100]);
  const rows = await view('wallets/GBP/transactions');
  expect(rows.map((row: any) => row.triggeredByAction)).toEqual(['PAYMENT_FEE', 'CONVERSION', 'FUNDING']);
});

it('that awaits its authorisation is cancelled, and no money moves', async () => {
  const id = await createAndMovePayment(api, payment(), 'require-authorisation');
  const cancel = () => api.post(`/v1/payments/${id}/cancel`, { reason: 'Not needed' });
  expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 409]);
  expect((await simulatePayment(api, id, 'authorise')).status).toBe(409);
  expect([await balance(), (await view('wallets/EUR/transactions')).length]).toEqual([1000, 1]);
});

it('without funds stays where it is', async () => {
  const id = await createAndMovePayment(
    api,
    payment({ amount: { ccyCode: 'EUR', value: 1000.01 } }),
    'authorise',
  );
  const before = await view(`payments/${id}`);
  const refused = await simulatePayment(api, id, 'send');
  expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
  expect(await view(`payments/${id}`)).toEqual(before);
  expect(await balance()).toBe(1000);
  await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'EUR', amount: 0.01 });
  expect((await simulatePayment(api, id, 'send')).body.data.status).toBe('SENT');
  expect(await balance()).toBe(0);
});

it('returned by the bank is credited to the wallet, less the fees of the networks', async () => {
  const id = await createAndMovePayment(api, payment(), 'authorise', 'send');
  const failed = await simulatePayment(api, id, 'fail', { reason: 'Account closed.', deduction: 12.5 });
  expect(failed.body.data).toMatchObject({ id, status: 'FAILED' });
  expect(await balance()).toBe(987.5);
  expect(await view(`payments/${id}`)).toMatchObject({
    status: 'FAILED',
    failureReturnedAmount: { ccyCode: 'EUR', value: 87.5 },
  });
  const [transaction] = await view('wallets/EUR/transactions');
  expect(transaction).toMatchObject({
    triggeredByAction: 'PAYMENT_FAILURE',
    direction: 'CREDIT',
    signedAmount: { ccyCode: 'EUR', value: 87.5 },
    balance: { value: 987.5 },
    reason: 'Account closed.',
    relatedEntity: { id, type: 'PAYMENT' },
  });
});

it('of an instruction that fails leaves the instruction SENT; its conversion shows the failure', async () => {
  const instructionId = await createAndMove(
    api,
    instructionFor(client.beneficiaryId),
    'acknowledge',
    'fill',
    'send',
  );
  const instruction = await view(`payment-instructions/${instructionId}`);
  const { linkedPaymentId, linkedConversionId } = instruction;
  expect((await simulatePayment(api, linkedPaymentId, 'fail')).status).toBe(200);
  expect(await view(`payment-instructions/${instructionId}`)).toEqual(instruction);
  expect(await view(`conversions/${linkedConversionId}`)).toMatchObject({
    status: 'EXCHANGED',
    payments: [
      {
        id: linkedPaymentId,
        status: 'FAILED',
        failureReturnedAmount: { ccyCode: 'EUR', value: 100 },
      },
    ],
  });
  expect(await balance()).toBe(1100);
});

it('is sent once and returned once, despite concurrent callers', async () => {
  const id = await createAndMovePayment(api, payment(), 'authorise');
  const storm = (step: 'send' | 'fail') =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        simulatePayment(api, id, step, undefined, n % 2 ? undefined : `storm ${step}`),
      ),
    );
  const sends = await storm('send');
  expect(count(sends, 200) + count(sends, 409)).toBe(20);
  expect(count(sends, 200)).toBeGreaterThan(0);
  expect(await balance()).toBe(900);
  const fails = await storm('fail');
  expect(count(fails, 200) + count(fails, 409)).toBe(20);
  expect(await balance()).toBe(1000);
  expect((await view('wallets/EUR/transactions')).length).toBe(3);
  expect((await view(`payments/${id}`)).statusHistory).toHaveLength(4);
});

it('40 payments of 100 from a wallet of 1,000: 10 are sent', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push(await createAndMovePayment(api, payment(), 'authorise'));
  const replies = await Promise.all(ids.map((id) => simulatePayment(api, id, 'send')));
  expect([count(replies, 200), count(replies, 422)]).toEqual([10, 30]);
  expect(await balance()).toBe(0);
});

it('to a changed beneficiary goes to the new account, if it is not sent yet', async () => {
  const { beneficiaryId } = client;
  const { individual: _, ...rest } = await view(`beneficiaries/${beneficiaryId}`);
  const early = await createAndMovePayment(api, payment(), 'authorise', 'send');
  const late = await createAndMovePayment(api, payment(), 'authorise');
  const body = {
    beneficiaryType: rest.beneficiaryType,
    company: rest.company,
    address: rest.address,
    bankAccount: { ...rest.bankAccount, iban: 'DE02120300000000202051', supportedPaymentTypes: undefined },
  };
  expect((await api.put(`/v1/beneficiaries/${beneficiaryId}`, body)).status).toBe(200);
  await simulatePayment(api, late, 'send');
  const ibanOf = async (id: string) => {
    const { beneficiarySnapshot } = await view(`payments/${id}`);
    return (await view(`beneficiary-snapshots/${beneficiarySnapshot.id}`)).bankAccount.iban;
  };
  expect([await ibanOf(early), await ibanOf(late)]).toEqual([
    rest.bankAccount.iban,
    'DE02120300000000202051',
  ]);
});
