import { departureDate, firstAvailableDate, lastAvailableDate, unavailableDates } from './payment-dates.js';

test.each([
  ['2026-11-20', '2026-11-20'], // Friday
  ['2026-11-21', '2026-11-23'], // Saturday
  ['2026-11-22', '2026-11-23'], // Sunday
  ['2026-12-31', '2026-12-31'],
  ['2027-01-02', '2027-01-04'],
])('a payment for %s can leave on %s', (date, first) => expect(firstAvailableDate(date)).toBe(first));

test.each([
  ['2026-11-27', '2026-11-20', '2026-11-27'],
  ['2026-11-20', '2026-11-20', '2026-11-20'],
  ['2026-11-18', '2026-11-20', '2026-11-20'],
  ['2026-11-18', '2026-11-21', '2026-11-23'],
])('a payment for %s leaves, seen on %s, on %s', (paymentDate, today, departure) =>
  expect(departureDate(paymentDate, today)).toBe(departure),
);

test.each([
  ['2026-11-20', '2027-11-19'], // 20 November 2027 is a Saturday
  ['2026-11-19', '2027-11-19'],
  ['2024-02-29', '2025-02-28'],
  ['2026-12-31', '2027-12-31'],
])('seen on %s, the last date is %s', (today, last) => expect(lastAvailableDate(today)).toBe(last));

test('weekends are explained', () => {
  expect(unavailableDates('2026-11-20', '2026-11-29')).toEqual({
    '2026-11-21': 'Saturday',
    '2026-11-22': 'Sunday',
    '2026-11-28': 'Saturday',
    '2026-11-29': 'Sunday',
  });
  expect(unavailableDates('2026-11-16', '2026-11-20')).toBeNull();
});
