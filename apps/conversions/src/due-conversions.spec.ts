import { earliestAfter } from '@corridor/platform';
import { dueTimesOf } from './due-conversions.js';

const dates = { valueDate: '2026-12-31', fundByDate: '2026-12-31T23:59:59.999', depositBy: null };

test('a conversion comes due on its value date, at its deadline and right after it', () =>
  expect(dueTimesOf(dates)).toEqual([
    '2026-12-31T00:00:00.000',
    '2026-12-31T23:59:59.999',
    '2027-01-01T00:00:00.000',
  ]));

test('one that awaits its deposit comes due right after the deadline of the deposit, too', () =>
  expect(dueTimesOf({ ...dates, depositBy: '2026-12-01T12:00:00.000' })).toEqual([
    ...dueTimesOf(dates),
    '2026-12-01T12:00:00.001',
  ]));

test.each([
  ['2026-11-20T09:30:00.000', '2026-12-31T00:00:00.000'],
  ['2026-12-30T23:59:59.999', '2026-12-31T00:00:00.000'],
  ['2026-12-31T00:00:00.000', '2026-12-31T23:59:59.999'],
  ['2026-12-31T23:59:59.999', '2027-01-01T00:00:00.000'],
  ['2027-01-01T00:00:00.000', null],
])('after %s next at %s', (at, next) => expect(earliestAfter(at, dueTimesOf(dates))).toBe(next));
