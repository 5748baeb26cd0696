import type { CurrencyResource } from '@corridor/conversions-contract';
import { type Caller, money } from '@corridor/kernel';
import { everythingAllowed } from '@corridor/payments-contract';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from './conversions.module.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';

/** What the policy refuses is not traded, and the currencies say so. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const caller: Caller = {
  ...testCaller,
  permissions: ['conversions:read', 'conversions:write', 'rates:read'],
};
let conversions: TestService;
let reactions: Reactions;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller });
  reactions = conversions.app.get(Reactions);
});
afterAll(() => conversions.close());

const body = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 100 };
const none = everythingAllowed.refusedCurrencies;
const set = (refused: Partial<typeof none>) =>
  reactions.onPolicySet(
    delivered<'payments.policy_set'>({ refusedCountries: [], refusedCurrencies: { ...none, ...refused } }),
  );
const currency = async (code: string) =>
  ((await conversions.get('reference-data/currencies')).data as unknown as CurrencyResource[]).find(
    (one) => one.code === code,
  );

test.each([
  [{ sold: ['GBP'] }, 'GBP', { canSell: false, canBuy: true, canBeCollected: true }, 'currency_not_sellable'],
  [
    { bought: ['USD'] },
    'USD',
    { canBuy: false, canSell: true, canBeCollected: true },
    'currency_not_buyable',
  ],
  [{ held: ['USD'] }, 'USD', { canBuy: false, canSell: true, canBeCollected: false }, 'currency_not_buyable'],
  [{ received: ['USD'] }, 'USD', { canBuy: true, canSell: true, canBeCollected: false }, null],
  [{ paid: ['USD'] }, 'USD', { canBuy: true, canSell: true, canBeCollected: true }, null],
])('%j', async (refused, code, flags, problem) => {
  const key = `key-${JSON.stringify(refused)}`;
  const before = await conversions.post('conversions', body, { key });
  expect(before.status).toBe(200);
  await set(refused);
  expect(await currency(code)).toMatchObject(flags);
  expect(await currency('EUR')).toMatchObject({ canBuy: true, canSell: true, canBeCollected: true });
  for (const path of ['conversions', 'quotes']) {
    const expected = problem === null ? { status: 200 } : { status: 422, problem: { code: problem } };
    expect(await conversions.post(path, body)).toMatchObject(expected);
  }
  const repeated = await conversions.post('conversions', body, { key });
  expect(repeated.data).toEqual(before.data); // what was booked stays so
  await set({});
  expect((await conversions.post('conversions', body)).status).toBe(200);
});

test('what an instruction needs is declined', async () => {
  await set({ sold: ['GBP'] });
  const conversionId = 'con_01K00000000000000000000009';
  const { buyCcyCode, sellCcyCode } = body;
  const order = { sellCcyCode, buyCcyCode, fixedSide: 'SELL', amount: money('GBP', 100_00n) } as const;
  await reactions.onBookingRequested(
    delivered<'conversions.booking_requested'>({
      ...{ conversionId, order, quote: null, valueDate: '2026-11-23' },
      paymentInstructionId: 'pi_01K00000000000000000000002',
      metadata: null,
    } as never),
  );
  const [declined] = await conversions.published(conversionId);
  expect(declined).toMatchObject({
    type: 'conversions.booking_declined',
    data: { reason: 'currency_not_sellable' },
  });
});
