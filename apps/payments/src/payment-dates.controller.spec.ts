import { TestClock, issues } from '@corridor/testing';
import { type PaymentsUnderTest, startPayments } from './payments.fixture.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
});
afterAll(() => payments.close());

describe('payment dates', () => {
  const path = 'reference-data/payment-instructions/payment-dates';
  const dates = (query: string) => payments.get(`${path}?${query}`);

  test('the first and last date, and the reasons for unavailable ones', async () => {
    const { status, data } = await dates('SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2026-11-21');
    expect(status).toBe(200);
    expect(data).toMatchObject({ firstAvailableDate: '2026-11-23', lastAvailableDate: '2027-11-19' });
    expect(Object.entries(data.unavailableDates).slice(0, 2)).toEqual([
      ['2026-11-21', 'Saturday'],
      ['2026-11-22', 'Sunday'],
    ]);
  });
  test('a past date counts as today, and one after the last date is refused', async () => {
    const past = await dates('SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2020-01-01');
    expect(past.data.firstAvailableDate).toBe('2026-11-20');
    const far = await dates('SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=2028-01-03');
    expect(far.problem?.code).toBe('payment_date_unavailable');
    expect(issues(far)).toEqual([422, '?PaymentDate too_late']);
  });
  test.each([
    ['SellCcyCode=KPW&BuyCcyCode=EUR', 'currency_not_sellable'],
    ['SellCcyCode=GBP&BuyCcyCode=KPW', 'currency_not_buyable'],
  ])('%s is refused, as by a creation', async (pair, code) => {
    const { status, problem } = await dates(`${pair}&PaymentDate=2026-11-23`);
    expect([status, problem?.code]).toEqual([422, code]);
  });
  test('all issues are reported at once', async () => {
    expect(issues(await dates('SellCcyCode=gbp&PaymentDate=2026-02-30'))).toEqual([
      400,
      '?BuyCcyCode required',
      '?PaymentDate not_a_date',
      '?SellCcyCode unknown_currency',
    ]);
  });
});
