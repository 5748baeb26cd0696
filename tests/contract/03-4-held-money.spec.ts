import type { Api } from '../support/api.js';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { createAndMovePayment, paymentFor, simulatePayment } from '../support/payment.js';
import { fundedClient } from '../support/system.js';

/** Whatever becomes of an instruction or its payment, the client can spend all of the money that it bought. */

let api: Api;
let beneficiaryId: string;
beforeEach(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 50 }));
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const balance = async () => (await view('wallets/EUR')).balance.value;
const linked = async (id: string): Promise<{ linkedConversionId: string; linkedPaymentId: string }> =>
  view(`payment-instructions/${id}`);
const exchange = async (instructionId: string) => {
  const { linkedConversionId } = await linked(instructionId);
  return api.post(`/v1/simulators/conversions/${linkedConversionId}/exchange`);
};

async function spend(value: number): Promise<void> {
  const amount = { ccyCode: 'EUR', value };
  await createAndMovePayment(api, paymentFor(beneficiaryId, { amount }), 'authorise', 'send');
}
async function spendAll(expected: number): Promise<void> {
  expect(await balance()).toBe(expected);
  await spend(expected);
  expect(await balance()).toBe(0);
}

it.each(['fail', 'reject'] as const)('after the %s of a FILLED instruction', async (step) => {
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', step);
  expect((await exchange(id)).status).toBe(200);
  await spendAll(150);
});

it('after the failure of the payment', async () => {
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');
  expect(await balance()).toBe(50);
  const failed = await simulatePayment(api, (await linked(id)).linkedPaymentId, 'fail');
  expect(failed.status).toBe(200);
  await spendAll(150);
});

it('after a send without funds for the exchange', async () => {
  const instruction = instructionFor(beneficiaryId, { amount: 2_000 });
  const id = await createAndMove(api, instruction, 'acknowledge', 'fill');
  expect((await simulate(api, id, 'send')).body.code).toBe('insufficient_funds');
  await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 5_000 });
  expect((await exchange(id)).status).toBe(200);
  expect((await simulate(api, id, 'fail')).status).toBe(200);
  await spendAll(2_050);
});

it('after a send that is declined because the exchanged money was spent: it can be sent later', async () => {
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  await exchange(id);
  await spend(100);
  expect((await simulate(api, id, 'send')).body.code).toBe('insufficient_funds');
  await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'EUR', amount: 60 });
  expect((await simulate(api, id, 'send')).status).toBe(200);
  await spendAll(10);
});

it('after a send that is declined for its fee', async () => {
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  const fee = { ccyCode: 'GBP', value: 5_000 };
  expect((await api.post(`/v1/simulators/payment-instructions/${id}/set-fee`, { fee })).status).toBe(200);
  expect((await simulate(api, id, 'send')).body.code).toBe('insufficient_funds');
  expect((await exchange(id)).status).toBe(200);
  expect((await simulate(api, id, 'send')).body.code).toBe('insufficient_funds');
  expect((await simulate(api, id, 'fail')).status).toBe(200);
  await spendAll(150);
});
