import type { Api } from '../support/api.js';
import { createConversion } from '../support/conversion.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { fundedClient, newClient } from '../support/system.js';

/** Deposits of conversions (interface-spec 2.8, 3.3; an extension, ADR 32). Each conversion sells 100 GBP of 1,000. */

let api: Api;
let beneficiaryId: string;
beforeEach(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1_000 }));
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const pounds = async () => (await view('wallets/GBP')).balance.value;
const book = (more: object = {}) => createConversion(api, { fixedSide: 'SELL', amount: 100, ...more });
const require = (id: string, body: object = { amount: 10 }) =>
  api.post(`/v1/simulators/conversions/${id}/require-deposit`, body);
const pay = (id: string, key?: string) =>
  api.post(`/v1/conversions/${id}/pay-deposit`, undefined, key === undefined ? {} : { key });
const cancel = (id: string) => api.post(`/v1/conversions/${id}/cancel`, { reason: 'never mind' });
const exchange = (id: string) => api.post(`/v1/simulators/conversions/${id}/exchange`);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, -1);

/** Oldest first. */
async function movements(id: string) {
  const all = await view(`transactions?limit=100&q=${encodeURIComponent(`relatedEntity.id == "${id}"`)}`);
  return all
    .toReversed()
    .map((one: any) => [one.triggeredByAction, one.signedAmount.ccyCode, one.signedAmount.value]);
}

async function withDeposit(): Promise<string> {
  const id = await book();
  for (const reply of [await require(id), await pay(id)])
    if (reply.status !== 200) throw new Error(reply.text);
  return id;
}

it('is required, paid from the wallet, and back with the exchange, which uses it', async () => {
  const id = await book({ amount: 1_000 });
  const before = await view(`conversions/${id}`);
  expect(before.deposit).toEqual({
    isRequired: false,
    amount: { ccyCode: null, value: 0 },
    fundByDate: null,
    status: 'NOT_REQUIRED',
  });

  const required = (await require(id, { amount: 10.5 })).body.data;
  const deposit = {
    isRequired: true,
    amount: { ccyCode: 'GBP', value: 10.5 },
    fundByDate: before.fundByDate,
    status: 'AWAITING_DEPOSIT',
  };
  expect(required).toMatchObject({ status: 'BOOKED', deposit, fundsRequired: before.fundsRequired });
  expect(await view(`conversions/${id}`)).toEqual(required);
  expect(
    await view(`conversions?q=${encodeURIComponent('deposit.status == "AWAITING_DEPOSIT"')}`),
  ).toHaveLength(1);
  const early = await exchange(id);
  expect([early.status, early.body.code]).toEqual([422, 'deposit_required']);
  expect(await pounds()).toBe(1_000);

  const paid = (await pay(id)).body.data;
  expect(paid).toMatchObject({
    status: 'BOOKED',
    deposit: { ...deposit, status: 'DEPOSIT_RECEIVED' },
    fundsRequired: { ccyCode: 'GBP', value: 989.5 },
  });
  expect(await view(`conversions/${id}`)).toEqual(paid);
  expect(await pounds()).toBe(989.5);

  expect((await exchange(id)).body.data).toMatchObject({ id, status: 'EXCHANGED' });
  expect(await pounds()).toBe(0);
  expect(await movements(id)).toEqual([
    ['CONVERSION_DEPOSIT', 'GBP', -10.5],
    ['DEPOSIT_REFUND', 'GBP', 10.5],
    ['CONVERSION', 'GBP', -1_000],
    ['CONVERSION', 'EUR', paid.buyAmount.value],
  ]);
  expect(await view(`conversions/${id}`)).toMatchObject({
    deposit: { ...deposit, status: 'DEPOSIT_RECEIVED' },
    fundsRequired: { ccyCode: 'GBP', value: 0 },
  });
});

it('comes back before the response to a cancellation', async () => {
  const id = await withDeposit();
  expect(await pounds()).toBe(990);
  expect((await cancel(id)).body.data).toMatchObject({ status: 'CANCELLED', fundsRequired: { value: 0 } });
  expect(await pounds()).toBe(1_000);
  expect(await movements(id)).toEqual([
    ['CONVERSION_DEPOSIT', 'GBP', -10],
    ['DEPOSIT_REFUND', 'GBP', 10],
  ]);
});

it('that was not paid ends with the conversion, and nothing has moved', async () => {
  const id = await book();
  await require(id);
  expect((await cancel(id)).body.data.deposit).toMatchObject({ isRequired: false, status: 'NOT_REQUIRED' });
  expect((await pay(id)).body.code).toBe('illegal_transition');
  expect(await movements(id)).toEqual([]);
});

it('is not taken without funds, and then nothing changes', async () => {
  const id = await book({ sellCcyCode: 'CHF', buyCcyCode: 'GBP' });
  const required = (await require(id)).body.data;
  const key = crypto.randomUUID();
  for (const sent of [undefined, key, key]) {
    const refused = await pay(id, sent);
    expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
  }
  expect(await view(`conversions/${id}`)).toEqual(required);
  await api.post('/v1/wallets', { ccyCode: 'CHF' });
  await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'CHF', amount: 10 });
  expect((await pay(id, key)).body.data.deposit.status).toBe('DEPOSIT_RECEIVED');
  expect((await view('wallets/CHF')).balance.value).toBe(0);
});

it('without the rest of the funds stays where it is when the exchange is refused', async () => {
  const id = await book({ amount: 1_000.01 });
  await require(id);
  const paid = (await pay(id)).body.data;
  const refused = await exchange(id);
  expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
  expect(await view(`conversions/${id}`)).toEqual(paid);
  expect(await pounds()).toBe(990);
  await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 0.01 });
  expect((await exchange(id)).body.data.status).toBe('EXCHANGED');
  expect(await pounds()).toBe(0);
});

it.each<[string, object, string[]]>([
  ['no amount', {}, ['#/amount required']],
  ['nothing', { amount: 0 }, ['#/amount not_positive']],
  ['a debt', { amount: -1 }, ['#/amount not_positive']],
  ['a fraction of a penny', { amount: 0.001 }, ['#/amount too_many_decimals']],
  ['a text', { amount: '10' }, ['#/amount not_a_number']],
  ['more than is sold', { amount: 100.01 }, ['#/amount too_large']],
  ['a time that has passed', { amount: 10, fundByDate: inDays(-1) }, ['#/fundByDate in_the_past']],
  ['a time after the conversion', { amount: 10, fundByDate: inDays(300) }, ['#/fundByDate too_late']],
  ['a date', { amount: 10, fundByDate: '2030-01-01' }, ['#/fundByDate not_a_timestamp']],
  ['another currency', { amount: 10, ccyCode: 'EUR' }, ['#/ccyCode unknown_field']],
])('cannot be required with %s', async (_, body, issues) => {
  const id = await book();
  const { status, body: problem } = await require(id, body);
  expect([status, problem.errors.map(({ pointer, code }: any) => `${pointer} ${code}`)]).toEqual([
    400,
    issues,
  ]);
  expect((await view(`conversions/${id}`)).deposit.status).toBe('NOT_REQUIRED');
});

it('is required once, of a BOOKED conversion of the client itself', async () => {
  const id = await book();
  const unneeded = await pay(id);
  expect([unneeded.status, unneeded.body.code]).toEqual([409, 'illegal_transition']);
  await require(id);
  const twice = await require(id, { amount: 20 });
  expect([twice.status, twice.body.code]).toEqual([409, 'illegal_transition']);
  const exchanged = await book();
  await exchange(exchanged);
  expect((await require(exchanged)).status).toBe(409);

  const instruction = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  const { linkedConversionId } = await view(`payment-instructions/${instruction}`);
  const refused = await require(linkedConversionId);
  expect([refused.status, refused.body.code]).toEqual([409, 'illegal_transition']);
  expect(refused.body.detail).toContain(instruction);
});

it('is not visible to other clients, and needs the permission', async () => {
  const id = await book();
  const stranger = (await newClient()).api;
  const reader = (await newClient(['conversions:read'])).api;
  const requests = [
    [`/v1/simulators/conversions/${id}/require-deposit`, { amount: 10 }],
    [`/v1/conversions/${id}/pay-deposit`, undefined],
  ] as const;
  for (const [path, body] of requests) {
    expect((await stranger.post(path, body)).status).toBe(404);
    expect((await reader.post(path, body)).status).toBe(403);
  }
  expect((await view(`conversions/${id}`)).deposit.status).toBe('NOT_REQUIRED');
});

it('is paid once, despite 50 payers at once', async () => {
  const id = await book();
  await Promise.all([1, 2, 3].map(() => require(id)));
  const all = await Promise.all(Array.from({ length: 50 }, (_, n) => pay(id, n % 2 ? undefined : 'storm')));
  expect(all.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([]);
  expect(new Set(all.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  expect(await pounds()).toBe(990);
  expect(await movements(id)).toEqual([['CONVERSION_DEPOSIT', 'GBP', -10]]);
});

it('is worth its amount once, whatever is tried at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => book({ amount: 20 })));
  await Promise.all(ids.map((id) => require(id, { amount: 7 })));
  await Promise.all(ids.flatMap((id) => [pay(id), cancel(id), exchange(id), pay(id)]));
  await Promise.all(ids.flatMap((id) => [exchange(id), cancel(id), pay(id)]));
  let sold = 0;
  for (const id of ids) {
    const { status, deposit } = await view(`conversions/${id}`);
    const moved = (await movements(id)).map(([action]: [string]) => action);
    const isHeld = status === 'BOOKED' && deposit.status === 'DEPOSIT_RECEIVED';
    const paid = moved.filter((action: string) => action === 'CONVERSION_DEPOSIT').length;
    expect(paid).toBe(deposit.status === 'DEPOSIT_RECEIVED' ? 1 : 0);
    expect(moved.filter((action: string) => action === 'DEPOSIT_REFUND')).toHaveLength(isHeld ? 0 : paid);
    expect(moved.filter((action: string) => action === 'CONVERSION')).toHaveLength(
      status === 'EXCHANGED' ? 2 : 0,
    );
    sold += (isHeld ? 7 : 0) + (status === 'EXCHANGED' ? 20 : 0);
  }
  expect(await pounds()).toBe(1_000 - sold);
});
