import { departureTimesOf, leavesNow } from './departures.js';

const gbpEur = { sellCcyCode: 'GBP', buyCcyCode: 'EUR' };
const eur = { sellCcyCode: 'EUR', buyCcyCode: 'EUR' };

test.each([
  ['a business day', gbpEur, '2026-11-24', '2026-11-20T09:30:00.000', '2026-11-24', '16:00:00.000'],
  ['a Saturday', gbpEur, '2026-11-21', '2026-11-20T09:30:00.000', '2026-11-23', '16:00:00.000'],
  [
    'a weekend between holidays',
    gbpEur,
    '2026-12-25',
    '2026-11-20T09:30:00.000',
    '2026-12-29',
    '16:00:00.000',
  ],
  ['Thanksgiving for a cross', gbpEur, '2026-11-26', '2026-11-20T09:30:00.000', '2026-11-27', '16:00:00.000'],
  ['Thanksgiving for euros', eur, '2026-11-26', '2026-11-20T09:30:00.000', '2026-11-26', '16:00:00.000'],
  [
    'today, ready after the cut-off',
    gbpEur,
    '2026-11-20',
    '2026-11-20T16:00:00.001',
    '2026-11-23',
    '16:00:00.000',
  ],
  [
    'a date before it was ready',
    gbpEur,
    '2026-11-18',
    '2026-11-20T09:30:00.000',
    '2026-11-20',
    '16:00:00.000',
  ],
  ['summer time', gbpEur, '2026-07-15', '2026-07-01T09:30:00.000', '2026-07-15', '15:00:00.000'],
  ['the end of a year', eur, '2027-01-01', '2026-12-31T16:30:00.000', '2027-01-04', '16:00:00.000'],
])('%s', (_, currencies, paymentDate, since, date, cutOff) => {
  const times = departureTimesOf(currencies, paymentDate, since);
  expect(times).toEqual([`${date}T00:00:00.000`, `${date}T${cutOff}`]);
  for (const at of times) expect(leavesNow(currencies, paymentDate, at)).toBe(true);
});

test.each(['2026-12-25T00:00:00.000', '2026-12-28T23:59:59.999', '2026-12-29T16:00:00.001'])(
  'a payment of Christmas Day does not leave at %s',
  (at) => expect(leavesNow(gbpEur, '2026-12-25', at)).toBe(false),
);
