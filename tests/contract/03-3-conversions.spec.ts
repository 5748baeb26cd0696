import type { Api } from '../support/api.js';
import { conversionFor, createConversion } from '../support/conversion.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { fundedClient } from '../support/system.js';

/** Conversions without an instruction (interface-spec 3.3; an extension). */

let api: Api;
let beneficiaryId: string;
beforeEach(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1_000 }));
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const exchange = (id: string, key?: string) =>
  api.post(`/v1/simulators/conversions/${id}/exchange`, undefined, key === undefined ? {} : { key });

it('is booked at the current rate, and exchanged into a wallet that is opened for it', async () => {
  const { status, body } = await api.post('/v1/conversions', conversionFor());
  expect([status, body.data.status, body.data.statusHistory]).toEqual([200, 'BOOKED', []]);
  const { id, sellAmount, valueDate } = body.data;
  expect(valueDate > new Date().toISOString().slice(0, 10)).toBe(true);
  expect((await view('wallets/GBP')).balance.value).toBe(1000);
  expect((await exchange(id)).body.data).toMatchObject({ id, status: 'EXCHANGED' });
  expect((await view('wallets/EUR')).balance.value).toBe(100);
  expect((await view('wallets/GBP')).balance.value).toBeCloseTo(1000 - sellAmount.value, 2);
  const transactions = await view('transactions?limit=2');
  for (const { triggeredByAction, relatedEntity } of transactions)
    expect([triggeredByAction, relatedEntity.id]).toEqual(['CONVERSION', id]);
});

it('stays booked without funds, and moves nothing', async () => {
  const id = await createConversion(api, { fixedSide: 'SELL', amount: 1000.01 });
  const before = await view(`conversions/${id}`);
  const refused = await exchange(id);
  expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
  expect(await view(`conversions/${id}`)).toEqual(before);
  expect((await view('wallets/GBP')).balance.value).toBe(1000);
});

it('is exchanged once, despite concurrent callers', async () => {
  const id = await createConversion(api, { fixedSide: 'SELL', amount: 10 });
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => exchange(id, n % 2 ? undefined : 'storm')),
  );
  expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await view('wallets/GBP')).balance.value).toBe(990);
  expect((await exchange(id)).status).toBe(409);
});

it('is cancelled or exchanged, and never both', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => createConversion(api)));
  await Promise.all(
    ids.flatMap((id) => [api.post(`/v1/conversions/${id}/cancel`, { reason: 'never mind' }), exchange(id)]),
  );
  let exchanged = 0;
  for (const id of ids) {
    const { status, statusHistory } = await view(`conversions/${id}`);
    expect(statusHistory).toHaveLength(2);
    if (status === 'EXCHANGED') exchanged++;
    else expect(statusHistory[1]).toMatchObject({ status: 'CANCELLED', statusReason: 'never mind' });
  }
  const euros = exchanged === 0 ? 0 : (await view('wallets/EUR')).balance.value;
  expect(euros).toBe(exchanged * 100);
});

it('is booked without wallets in its currencies; exchanged with funds only, which opens the other wallet', async () => {
  const id = await createConversion(api, { sellCcyCode: 'CHF', buyCcyCode: 'NOK' });
  const before = await view(`conversions/${id}`);
  expect([before.status, before.fundsRequired]).toEqual(['BOOKED', before.sellAmount]);
  const refused = await exchange(id);
  expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
  expect(await view(`conversions/${id}`)).toEqual(before);
  expect((await view('wallets')).map(({ ccyCode }: any) => ccyCode)).toEqual(['GBP']);
  await api.post('/v1/wallets', { ccyCode: 'CHF' });
  await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'CHF', amount: 1_000 });
  expect((await exchange(id)).body.data.status).toBe('EXCHANGED');
  expect((await view('wallets/NOK')).balance.value).toBe(100);
});

it('of an instruction cannot be cancelled, before it is sent or later', async () => {
  const instruction = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  const { linkedConversionId } = await view(`payment-instructions/${instruction}`);
  const before = await view(`conversions/${linkedConversionId}`);
  const cancel = () => api.post(`/v1/conversions/${linkedConversionId}/cancel`, { reason: 'never mind' });
  const refused = await cancel();
  expect([refused.status, refused.body.code]).toEqual([409, 'illegal_transition']);
  expect(refused.body.detail).toContain(instruction);
  expect(await view(`conversions/${linkedConversionId}`)).toEqual(before);
  expect((await view(`payment-instructions/${instruction}`)).status).toBe('FILLED');
  const sent = await api.post(`/v1/simulators/payment-instructions/${instruction}/send`);
  expect(sent.body.data.status).toBe('SENT');
  expect((await cancel()).status).toBe(409);
  expect((await view(`conversions/${linkedConversionId}`)).status).toBe('EXCHANGED');
});

it('of an instruction is exchanged once, by the instruction or on its own', async () => {
  const instructions = await Promise.all(
    Array.from({ length: 6 }, () => createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill')),
  );
  const conversions: { id: string; sold: number }[] = await Promise.all(
    instructions.map(async (id) => {
      const { linkedConversionId, actualPrice } = await view(`payment-instructions/${id}`);
      return { id: linkedConversionId, sold: actualPrice.sellAmount.value };
    }),
  );
  const send = (id: string) => api.post(`/v1/simulators/payment-instructions/${id}/send`);
  await Promise.all(instructions.flatMap((id, i) => [exchange(conversions[i]!.id), send(id)]));
  for (const [i, id] of instructions.entries()) {
    const { status, linkedPaymentId } = await view(`payment-instructions/${id}`);
    expect(status).toBe('SENT');
    const conversion = await view(`conversions/${conversions[i]!.id}`);
    expect(conversion).toMatchObject({ status: 'EXCHANGED', payments: [{ id: linkedPaymentId }] });
  }
  const sold = conversions.reduce((sum, one) => sum + one.sold, 0);
  expect((await view('wallets/GBP')).balance.value).toBeCloseTo(1000 - sold, 2);
  expect((await view('wallets/EUR')).balance.value).toBe(0);
  expect((await view('transactions?limit=100')).length).toBe(1 + 3 * instructions.length);
});

it('of an instruction can be exchanged before it is sent, and is not exchanged again', async () => {
  const instruction = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  const { linkedConversionId } = await view(`payment-instructions/${instruction}`);
  expect((await exchange(linkedConversionId)).status).toBe(200);
  expect((await view('wallets/EUR')).balance.value).toBe(100);
  const sent = await api.post(`/v1/simulators/payment-instructions/${instruction}/send`);
  expect(sent.body.data.status).toBe('SENT');
  expect((await view('wallets/EUR')).balance.value).toBe(0);
  expect((await view('transactions')).length).toBe(4);
});
