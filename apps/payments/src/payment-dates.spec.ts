import { paymentDates } from './payment-dates.js';

const gbpEur = { sellCcyCode: 'GBP', buyCcyCode: 'EUR' };
const friday = '2026-11-20T09:30:00.123';

test('a payment is sent on the first date on which both currencies and the dollar settle', () => {
  const { firstAvailableDate, lastAvailableDate, unavailableDates } = paymentDates(
    gbpEur,
    '2026-12-25',
    friday,
  );
  expect(firstAvailableDate).toBe('2026-12-29');
  expect(lastAvailableDate).toBe('2027-11-19');
  expect(Object.entries(unavailableDates ?? {}).slice(0, 5)).toEqual([
    ['2026-12-25', 'Christmas Day (TARGET)'],
    ['2026-12-26', 'Saturday'],
    ['2026-12-27', 'Sunday'],
    ['2026-12-28', 'Boxing Day, substitute day (CHAPS)'],
    ['2027-01-01', "New Year's Day (TARGET)"],
  ]);
  expect(unavailableDates).toMatchObject({
    '2027-01-18': 'Martin Luther King Jr. Day (Fedwire)',
    '2027-05-03': 'Early May bank holiday (CHAPS)',
  });
});

test('within one currency its own system decides', () => {
  const { firstAvailableDate, unavailableDates } = paymentDates(
    { sellCcyCode: 'EUR', buyCcyCode: 'EUR' },
    '2026-12-28',
    friday,
  );
  expect(firstAvailableDate).toBe('2026-12-28');
  expect(Object.keys(unavailableDates ?? {})).not.toContain('2027-01-18');
});

test('after the cut-off today is unavailable, with the reason', () => {
  expect(paymentDates(gbpEur, '2026-11-20', '2026-11-20T16:00:00.000').firstAvailableDate).toBe('2026-11-20');
  const late = paymentDates(gbpEur, '2026-11-20', '2026-11-20T16:00:00.001');
  expect(late.firstAvailableDate).toBe('2026-11-23');
  expect(late.unavailableDates).toMatchObject({
    '2026-11-20': 'After the cut-off at 17:00 Europe/Berlin (TARGET)',
  });
});

describe('twelve months ahead', () => {
  const requested = (date: string) => paymentDates(gbpEur, date, friday);

  test('the end is included; if it is closed, the payment is sent on the first available date after it', () => {
    expect(requested('2027-11-19').firstAvailableDate).toBe('2027-11-19');
    expect(requested('2027-11-20')).toEqual({
      firstAvailableDate: '2027-11-22',
      lastAvailableDate: '2027-11-19',
      unavailableDates: { '2027-11-20': 'Saturday' },
    });
  });

  test.each(['2027-11-21', '2027-11-22', '9999-12-31'])('%s is after it, and refused', (date) =>
    expect(() => requested(date)).toThrow('payment_date_unavailable'),
  );
});
