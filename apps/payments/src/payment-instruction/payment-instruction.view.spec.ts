import { type Caller, type ProblemCode, money, moneyText } from '@corridor/kernel';
import { testCaller } from '@corridor/testing';
import type { PaymentInstructionResource } from '@corridor/payments-contract';
import type { Event } from './payment-instruction.js';
import { asCreated, asMoved, paymentInstructions } from './payment-instruction.view.js';

const system: Caller = { ...testCaller, user: null, apiKeyId: null };
const price = {
  ccyPair: 'EURGBP',
  rate: '0.86',
  buyAmount: money('EUR', 1000_00n),
  sellAmount: money('GBP', 860_05n),
};
const priceResource = {
  ccyPair: 'EURGBP',
  rate: 0.86,
  buyAmount: { ccyCode: 'EUR', value: 1000 },
  sellAmount: { ccyCode: 'GBP', value: 860.05 },
  notes: null,
};
const beneficiary = { id: 'ben_1', displayName: 'Anna Schmidt', bankCountryCode: 'DE', bankAccount: null };
const payee = { ...beneficiary, displayName: 'Anna Meyer' };
const created: Event = {
  type: 'created',
  beneficiary,
  order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: money('EUR', 1000_00n) },
  paymentDate: '2026-11-20',
  paymentType: 'REGULAR',
  chargeType: null,
  narrative: 'Invoice 4711',
  metadata: null,
  indicativePrice: price,
  indicativeQuote: null,
  indicativeMargin: null,
  maximumSlippage: null,
  quoteId: null,
  needsChecker: false,
};

/** The record after each of these events, one a minute. */
const shown = (caller: Caller, ...events: Event[]) =>
  events.reduce<PaymentInstructionResource | null>(
    (row, event, i) =>
      paymentInstructions.project(row, {
        streamId: 'pi_1',
        version: i + 1,
        occurredOn: minute(i),
        caller: i === 0 ? testCaller : caller,
        event,
      }),
    null,
  )!;
const minute = (i: number) => `2026-11-20T09:${30 + i}:00.000`;
const entry = (status: string, i: number, statusReason: string | null = null) => ({
  status,
  statusReason,
  occurredOn: minute(i),
});

test('a new instruction, every field of interface-spec 2.2', () => {
  const by = { by: testCaller.user, on: minute(0), withApiKey: testCaller.apiKeyId };
  const row = shown(system, created);
  expect(row).toEqual({
    id: 'pi_1',
    client: testCaller.client,
    beneficiary,
    sellCcyCode: 'GBP',
    buyCcyCode: 'EUR',
    fixedSide: 'BUY',
    amount: 1000,
    paymentDate: '2026-11-20',
    paymentType: 'REGULAR',
    chargeType: null,
    narrative: 'Invoice 4711',
    metadata: null,
    indicativePrice: priceResource,
    actualPrice: null,
    newPrice: null,
    fee: null,
    linkedPaymentId: null,
    linkedConversionId: null,
    status: 'PENDING',
    statusHistory: [entry('PENDING', 0)],
    authorisation: null,
    auditHistory: { version: 1, created: by, updated: by },
  });
  expect(asCreated(row)).toEqual({ ...row, statusHistory: [] });
});

test('the path to SENT: steps in flight are not visible', () => {
  const row = shown(
    system,
    created,
    { type: 'acknowledged' },
    {
      type: 'booking_requested',
      margin: null,
      worst: null,
      conversionId: 'con_1',
      order: created.order,
      quote: null,
      valueDate: '2026-11-20',
    },
    { type: 'filled', price, conversionId: 'con_1', conversionReference: 'CON-20261120-000001' },
    { type: 'exchange_requested', conversionId: 'con_1', paymentId: 'pmt_1', beneficiary: null },
    { type: 'send_declined', reason: 'insufficient_funds' },
    { type: 'exchange_requested', conversionId: 'con_1', paymentId: 'pmt_2', beneficiary: null },
    { type: 'exchanged' },
    { type: 'funds_requested', paymentId: 'pmt_2', amount: price.buyAmount, beneficiary: null },
    { type: 'sent', paymentId: 'pmt_2', beneficiary: payee },
  );
  expect(row).toMatchObject({
    status: 'SENT',
    beneficiary: payee,
    actualPrice: priceResource,
    linkedConversionId: 'con_1',
    linkedPaymentId: 'pmt_2',
    statusHistory: [entry('PENDING', 0), entry('ACKNOWLEDGED', 1), entry('FILLED', 3), entry('SENT', 9)],
  });
  expect(row.auditHistory).toEqual({
    version: 4,
    created: { by: testCaller.user, on: minute(0), withApiKey: testCaller.apiKeyId },
    updated: { by: null, on: minute(9), withApiKey: null },
  });
  expect(asMoved(row)).toEqual({ id: 'pi_1', status: 'SENT', statusHistory: row.statusHistory });
});

test.each(['cancelled', 'rejected', 'failed'] as const)('%s shows its reason', (type) => {
  const status = type.toUpperCase();
  expect(shown(testCaller, created, { type, reason: 'Not needed.' })).toMatchObject({
    status,
    statusHistory: [entry('PENDING', 0), entry(status, 1, 'Not needed.')],
  });
});

test('one that cannot be sent says why it waits, in PRODUCTION', () => {
  const filled: Event[] = [
    { type: 'acknowledged' },
    { type: 'filled', price, conversionId: 'con_1', conversionReference: null },
  ];
  const lastReason = (caller: Caller, reason: ProblemCode, ...more: Event[]) =>
    shown(caller, created, ...filled, ...more, { type: 'send_declined', reason }).statusHistory.at(-1)
      ?.statusReason;
  const production = { ...system, environment: 'PRODUCTION' } as const;
  const [sold, bought] = [price.sellAmount, price.buyAmount].map(moneyText);
  expect(lastReason(production, 'insufficient_funds')).toBe(
    `Not sent yet: there are not enough funds. It is sent when ${sold} is available, or ${bought} if its conversion is exchanged already. The conversion is cancelled if that is after its \`fundByDate\`.`,
  );
  expect(lastReason(production, 'insufficient_funds', { type: 'fee_set', fee: money('CHF', 5_00n) })).toMatch(
    new RegExp(`It is sent when ${sold} with the fee of CHF 5.00 is available, or`),
  );
  expect(lastReason(production, 'wallet_full')).toBe('Not sent yet: it was declined. It is tried again.');
  expect(lastReason(system, 'insufficient_funds')).toBeNull();
});

test('one that cannot be filled says why it waits, in PRODUCTION', () => {
  const declined: Event = { type: 'fill_declined', reason: 'exposure_limit_exceeded', priced: null };
  const reason = expect.stringMatching(
    /^Not filled yet: the limit of unsettled conversions does not allow it/,
  ) as string;
  const production = { ...system, environment: 'PRODUCTION' } as const;
  const waiting = shown(production, created, { type: 'acknowledged' }, declined, declined);
  expect(waiting.statusHistory).toEqual([entry('PENDING', 0), entry('ACKNOWLEDGED', 1, reason)]);
  expect(waiting.auditHistory?.version).toBe(2);
  const inSandbox = shown(system, created, { type: 'acknowledged' }, declined);
  expect(inSandbox.statusHistory).toEqual([entry('PENDING', 0), entry('ACKNOWLEDGED', 1)]);
});
