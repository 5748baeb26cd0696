import type { Messages } from '@corridor/contracts';
import { type Caller, type ProblemCode, fromResource, moneyText } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { Production } from './production.fixture.js';

/** PRODUCTION: what was declined says what it waits for, and fills no timeline while it waits. */

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 7 * 24;
const friday = new Date('2026-11-20T09:30:00.123Z');
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
let clock: TestClock;
let payments: PaymentsUnderTest;
let production: Production;
beforeEach(async () => {
  clock = new TestClock(friday);
  payments = await startPayments(clock);
  await payments.publishRates();
  production = new Production(payments, caller, clock);
});
afterEach(() => payments.close());

const read = async (id: string) => (await payments.get(`payment-instructions/${id}`)).data;
const lastReason = async (id: string) => (await read(id)).statusHistory.at(-1)?.statusReason;
const eventsOf = (id: string, type: string) =>
  payments.db.database.query<{ conversionId: string; paymentId: string }>(
    `SELECT data ->> 'conversionId' AS "conversionId", data ->> 'paymentId' AS "paymentId" FROM events
     WHERE stream_id = $1 AND type = $2 ORDER BY version`,
    [id, type],
  );
const bookings = (id: string) => eventsOf(id, 'booking_requested');

/** An instruction whose conversion is requested. */
async function instructed(): Promise<string> {
  const body = await payments.instructionBody();
  const { id } = (await payments.post('payment-instructions', body, { as: 'production' })).data as {
    id: string;
  };
  for (let n = 0; n < 3; n++) await production.hear();
  expect(await bookings(id)).toHaveLength(1);
  return id;
}
async function decline(id: string, reason: ProblemCode): Promise<void> {
  const { conversionId } = (await bookings(id)).at(-1)!;
  const declined = { conversionId, paymentInstructionId: id, reason, priced: null, detail: null };
  await production.reactions.onBookingDeclined(delivered(declined, caller));
}
const declineEnded = async (id: string) => {
  const { conversionId } = (await bookings(id)).at(-1)!;
  const data: Messages['conversions.decline_ended'] = { conversionId, paymentInstructionId: id };
  await production.deliver({ type: 'conversions.decline_ended', data });
};

test.each<[ProblemCode, string]>([
  [
    'exposure_limit_exceeded',
    'the limit of unsettled conversions does not allow it. It is filled when money comes into the GBP wallet, other conversions are settled, or the limit is raised.',
  ],
  ['deal_limit_exceeded', 'it is above the limit of one conversion. It is filled when this limit is raised.'],
  [
    'rate_unavailable',
    'there is no live rate of GBP and EUR: the market is closed, the last rate is too old, or trading is halted. It is filled when there is a rate again.',
  ],
  ['currency_not_sellable', 'GBP cannot be sold now. It is filled when GBP can be sold again.'],
  ['currency_not_buyable', 'EUR cannot be bought now. It is filled when EUR can be bought again.'],
  [
    'amount_not_convertible',
    'at the current rate the other amount is too small or too large. It is filled when the rate allows it.',
  ],
  ['unavailable', 'there are no rates now. It is filled when there are rates again.'],
  ['wallet_full', 'it was declined. It is tried again.'],
])(
  '%s is said in a sentence, and it is requested again as soon as that has ended, once',
  async (reason, text) => {
    const id = await instructed();
    await decline(id, reason);
    expect(await lastReason(id)).toBe(`Not filled yet: ${text}`);
    for (let n = 0; n < 3; n++) await production.releaseJob.turn();
    expect(await bookings(id)).toHaveLength(1);
    await Promise.all([declineEnded(id), declineEnded(id)]);
    await declineEnded(id);
    expect(await bookings(id)).toHaveLength(2);
  },
);

test('what ended meanwhile is not requested again', async () => {
  const id = await instructed();
  await decline(id, 'rate_unavailable');
  const { beneficiary } = await read(id);
  await payments.post(`beneficiaries/${beneficiary.id}/archive`, undefined, { as: 'production' });
  await production.releaseJob.turn();
  expect((await read(id)).status).toBe('FAILED');
  await declineEnded(id);
  expect(await bookings(id)).toHaveLength(1);
});

/** A turn each hour; `decline` is what follows each new attempt. */
async function week(count: () => Promise<number>, decline: () => Promise<void>): Promise<number> {
  let declined = 1;
  for (let hour = 0; hour < WEEK_HOURS; hour++) {
    clock.advance(HOUR_MS);
    await production.screen();
    await production.releaseJob.turn();
    if ((await count()) === declined) continue;
    declined += 1;
    await decline();
  }
  return declined;
}

test('a week of waiting for a limit is at most ten attempts', async () => {
  const id = await instructed();
  await decline(id, 'exposure_limit_exceeded');
  const attempts = await week(
    async () => (await bookings(id)).length,
    () => decline(id, 'exposure_limit_exceeded'),
  );
  expect(attempts).toBeGreaterThan(7);
  expect(attempts).toBeLessThanOrEqual(10);
});

test('so is a week of waiting for funds', async () => {
  const body = await payments.paymentBody({ paymentType: null, chargeType: null });
  const { id } = (await payments.post('payments', body, { as: 'production' })).data as { id: string };
  for (let n = 0; n < 2; n++) await production.hear();
  const relatedEntity = { id, type: 'PAYMENT' } as Messages['ledger.transfer_declined']['relatedEntity'];
  const unfunded = () =>
    production.reactions.onTransferDeclined(
      delivered<'ledger.transfer_declined'>(
        { transferId: id, relatedEntity, reason: 'insufficient_funds' },
        caller,
      ),
    );
  await unfunded();
  const { amount, statusHistory } = (await payments.get(`payments/${id}`)).data;
  expect(statusHistory.at(-1)).toMatchObject({
    status: 'READY_TO_SEND',
    statusReason: `Not sent yet: there are not enough funds. It is sent when ${moneyText(fromResource(amount))} is available.`,
  });
  const attempts = await week(async () => (await eventsOf(id, 'funds_requested')).length, unfunded);
  expect(attempts).toBeGreaterThan(4); // nothing leaves at the weekend
  expect(attempts).toBeLessThanOrEqual(10);
});
