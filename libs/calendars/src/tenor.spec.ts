import { tenorDate } from './tenor.js';

const eurusd = { sellCcyCode: 'EUR', buyCcyCode: 'USD' };

test.each([
  ['2026-11-20', 'SPOT', '2026-11-24'],
  ['2026-11-20', '1W', '2026-12-01'],
  ['2026-11-20', '1M', '2026-12-24'],
  ['2026-11-20', '12M', '2027-11-24'],
  ['2026-11-25', '1M', '2026-12-28'], // spot on the 27th: a Sunday
  ['2026-12-23', '3M', '2027-03-30'], // spot on the 29th: Easter Monday
  ['2026-11-26', '1M', '2026-12-31'], // spot on the last business day: the end of the month
  ['2027-01-27', '1M', '2027-02-26'], // the last day of February is a Sunday: not in March
])('of %s, %s is %s', (today, tenor, date) => expect(tenorDate(eurusd, tenor, today)).toBe(date));
