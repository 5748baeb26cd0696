import type { Api } from '../support/api.js';
import { conversionFor, createQuote } from '../support/conversion.js';
import { instructionFor, simulate } from '../support/instruction.js';
import { fundedClient, newClient } from '../support/system.js';

/** Firm quotes (an extension): a price that a conversion or an instruction gets if it is created in time, once. */

let api: Api;
let beneficiaryId: string;
beforeEach(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1_000 }));
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const instruct = (quoteId: string, more: object = {}) =>
  api.post('/v1/payment-instructions', instructionFor(beneficiaryId, { quoteId, ...more }));
const convert = (quoteId: string, more: object = {}) =>
  api.post('/v1/conversions', conversionFor({ quoteId, ...more }));

it('gives a conversion its price, and is used up', async () => {
  const quoteId = await createQuote(api);
  const { rate, buyAmount, sellAmount } = await view(`quotes/${quoteId}`);
  const { status, body } = await convert(quoteId);
  expect([status, body.data]).toEqual([200, expect.objectContaining({ rate, buyAmount, sellAmount })]);
  expect(await view(`quotes/${quoteId}`)).toMatchObject({ status: 'USED', linkedConversionId: body.data.id });
  const again = await convert(quoteId);
  expect([again.status, again.body.code]).toEqual([409, 'quote_used']);
});

it.each([true, false])(
  'gives an instruction its price, up to the money that moves, whether the market is simulated or not: %s',
  async (useIndicativeRateForActualRate) => {
    const quoteId = await createQuote(api);
    const { rate, ccyPair, buyAmount, sellAmount } = await view(`quotes/${quoteId}`);
    const { status, body } = await instruct(quoteId);
    const price = { rate, ccyPair, buyAmount, sellAmount, notes: null };
    expect([status, body.data.indicativePrice, body.data.statusHistory]).toEqual([200, price, []]);
    const { id } = body.data;
    expect(await view(`quotes/${quoteId}`)).toMatchObject({
      status: 'USED',
      linkedPaymentInstructionId: id,
    });
    await simulate(api, id, 'acknowledge');
    const filled = await api.post(`/v1/simulators/payment-instructions/${id}/fill`, {
      useIndicativeRateForActualRate,
    });
    expect(filled.body.data.status).toBe('FILLED');
    expect((await simulate(api, id, 'send')).status).toBe(200);
    const { actualPrice, linkedConversionId } = await view(`payment-instructions/${id}`);
    expect(actualPrice).toEqual(price);
    expect(await view(`conversions/${linkedConversionId}`)).toMatchObject({ rate, buyAmount, sellAmount });
    expect((await view('wallets/GBP')).balance.value).toBeCloseTo(1000 - sellAmount.value, 2);
  },
);

it('is refused for other terms with a pointer, and stays usable', async () => {
  const valueDate = new Date().toISOString().slice(0, 10);
  const quoteId = await createQuote(api, { valueDate });
  const paymentDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  for (const [more, pointer] of [
    [{ amount: 100.01 }, '#/amount'],
    [{ sellCcyCode: 'USD' }, '#/sellCcyCode'],
    [{ fixedSide: 'SELL' }, '#/fixedSide'],
    [{ paymentDate }, '#/paymentDate'],
  ] as const) {
    const { status, body } = await instruct(quoteId, more);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'quote_mismatch', pointer]);
  }
  expect((await view(`quotes/${quoteId}`)).status).toBe('ACTIVE');
  expect((await api.get('/v1/payment-instructions')).body.meta.totalCount).toBe(0);
  expect((await instruct(quoteId)).status).toBe(200);
});

it('of another client does not exist', async () => {
  const quoteId = await createQuote((await newClient()).api);
  for (const refused of [await instruct(quoteId), await convert(quoteId)])
    expect([refused.status, refused.body.code]).toEqual([404, 'quote_not_found']);
  expect((await api.get(`/v1/quotes/${quoteId}`)).status).toBe(404);
});

it('is used once by conversions and instructions that race for it', async () => {
  const quoteId = await createQuote(api);
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? instruct(quoteId) : convert(quoteId))),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  const count = async (path: string) => (await api.get(`/v1/${path}`)).body.meta.totalCount as number;
  expect((await count('payment-instructions')) + (await count('conversions'))).toBe(1);
});

it('expires as the test clock of its client passes its end', async () => {
  const quoteId = await createQuote(api);
  const { expiresOn } = await view(`quotes/${quoteId}`);
  const instant = new Date(Date.parse(`${expiresOn}Z`) + 3_600_000).toISOString().slice(0, -1);
  const advanced = await api.put('/v1/simulators/clock', { instant });
  expect([advanced.status, advanced.text]).toEqual([200, advanced.text]);
  const ended = await view(`quotes/${quoteId}`);
  expect([ended.status, ended.statusHistory.at(-1).occurredOn]).toEqual(['EXPIRED', expiresOn]);
  const paymentDate = instant.slice(0, 10);
  for (const refused of [await instruct(quoteId, { paymentDate }), await convert(quoteId)])
    expect([refused.status, refused.body.code]).toEqual([422, 'quote_expired']);
});
