import { statementsOf } from '@corridor/event-store/testing';
import { type DueWork, atTime } from '@corridor/platform';
import { type Timestamp, startOf } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/testing';
import { OtherServices, type Outcomes } from '../other-services.fixture.js';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { ownPayments } from '../payment/own-payments.fixture.js';

/** What an advance of the test clock costs while payments wait for funds. */

const DATES = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
const END = startOf('2026-11-28');
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
let payments: PaymentsUnderTest;
let otherServices: OtherServices;
let work: DueWork;

const { createAndMove, read } = ownPayments(() => ({ payments, otherServices }));

beforeEach(async () => {
  payments = await startPayments(clock);
  otherServices = new OtherServices(payments);
  work = payments.dueWork;
});
afterEach(() => payments.close());

/** Advances the clock as the gateway does if nothing else becomes due. @returns the times of the turns */
async function advance(outcomes: Outcomes): Promise<Timestamp[]> {
  const turns: Timestamp[] = [];
  const { id } = testCaller.client;
  for (
    let at: Timestamp | null = startOf('2026-11-21');
    at !== null && at < END;
    at = await work.nextAfter(at, id)
  ) {
    turns.push(at);
    await otherServices.untilResponse(work.carryOut(atTime(testCaller, at), at), outcomes);
  }
  return turns;
}

const ready = (paymentDate: string, value: number) =>
  createAndMove({ paymentDate, amount: { ccyCode: 'EUR', value } }, 'authorise');

/** Statements about payments; the others depend on how messages come together. */
const costOf = async (count: number) => {
  for (let n = 0; n < count; n++) for (const date of DATES) await ready(date, 10);
  otherServices.transfers.length = 0;
  let turns: Timestamp[] = [];
  const statements = await statementsOf(async () => (turns = await advance({ funds: false })));
  const requested = otherServices.transfers.length;
  return {
    turns: turns.length,
    requested,
    statements: statements.filter((text) => /payment/.test(text)).length,
  };
};

test('a turn tries one of the payments that wait for the same funds, however many they are', async () => {
  const few = await costOf(1);
  const many = await costOf(4);
  expect(few.requested).toBeGreaterThan(0);
  expect(few.requested).toBeLessThanOrEqual(few.turns);
  expect(many).toEqual(few);
});

test('those that can be paid are, and those that end do', async () => {
  const [date] = DATES as [string];
  const large = await ready(date, 500);
  const larger = await ready(date, 501);
  const small = await ready(date, 20);
  const beneficiaryId = await payments.beneficiaryId();
  const archived = await createAndMove(
    { beneficiaryId, paymentDate: date, amount: { ccyCode: 'EUR', value: 600 } },
    'authorise',
  );
  await payments.post(`beneficiaries/${beneficiaryId}/archive`);
  otherServices.transfers.length = 0;
  await advance({ funds: ({ entries }) => entries.every(({ amount }) => amount.minor > -50_000n) });
  const statusOf = async (id: string) => (await read(id)).status;
  expect(await Promise.all([large, larger, small, archived].map(statusOf))).toEqual([
    'READY_TO_SEND',
    'READY_TO_SEND',
    'SENT',
    'FAILED',
  ]);
  await advance({});
  expect(await Promise.all([large, larger].map(statusOf))).toEqual(['SENT', 'SENT']);
});
