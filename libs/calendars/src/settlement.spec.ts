import fc from 'fast-check';
import { addDays, timestamp } from '@corridor/kernel';
import { calendars } from './calendars.js';
import {
  closedAt,
  cutOffBetween,
  cutOffOf,
  holidaysBetween,
  lastAcceptedDate,
  lastSettlementDate,
  settlementDate,
  unavailableDates,
} from './settlement.js';

const pair = (text: string) => ({ sellCcyCode: text.slice(0, 3), buyCcyCode: text.slice(3) });
const early = '2026-01-01T00:00:00.000';

describe('what closes two currencies', () => {
  test.each([
    ['GBPEUR', '2027-03-26', 'Good Friday (TARGET)'],
    ['EURGBP', '2027-03-26', 'Good Friday (CHAPS)'],
    ['GBPEUR', '2027-05-01', 'Saturday'],
    ['GBPEUR', '2026-05-01', 'Labour Day (TARGET)'],
    ['GBPEUR', '2026-05-04', 'Early May bank holiday (CHAPS)'],
    ['GBPEUR', '2026-11-26', 'Thanksgiving Day (Fedwire)'],
    ['EURGBP', '2028-12-25', 'Christmas Day (CHAPS)'],
    ['EURGBP', '2027-12-27', 'Christmas Day, substitute day (CHAPS)'],
    ['EURUSD', '2026-07-03', null], // the Friday before a Saturday's Fourth of July
    ['GBPGBP', '2026-11-26', null], // nothing is converted: the dollar has no say
    ['EUREUR', '2026-05-04', null],
    ['XOFXOF', '2026-12-25', null], // no rules are known
    ['XOFXOF', '2026-12-26', 'Saturday'],
  ])('%s on %s: %s', (currencies, date, reason) =>
    expect(holidaysBetween(pair(currencies))(date)).toBe(reason),
  );

  test('an unknown currency is a defect of the caller', () =>
    expect(() => holidaysBetween(pair('EURXXX'))('2026-11-20')).toThrow(RangeError));
});

describe('the cut-off', () => {
  test('is that of the local clock', () => {
    expect(cutOffOf('GBP', '2026-07-15')).toBe('2026-07-15T16:00:00.000');
    expect(cutOffOf('GBP', '2026-01-15')).toBe('2026-01-15T17:00:00.000');
  });
  test('of two currencies is that of the first system to close', () => {
    expect(cutOffBetween(pair('GBPEUR'), '2026-11-20')).toBe(cutOffOf('EUR', '2026-11-20'));
    expect(cutOffBetween(pair('AUDGBP'), '2026-11-20')).toBe('2026-11-20T05:30:00.000');
  });
  test.each([
    ['GBPEUR', '2026-11-20', '2026-11-20T16:00:00.000', '2026-11-20'], // to the moment
    ['GBPEUR', '2026-11-20', '2026-11-20T16:00:00.001', '2026-11-23'],
    ['GBPEUR', '2026-07-15', '2026-07-15T15:00:00.001', '2026-07-16'], // summer
    ['USDUSD', '2026-11-20', '2026-11-20T22:59:59.999', '2026-11-20'],
    ['GBPAUD', '2026-11-20', '2026-11-20T05:30:00.001', '2026-11-23'],
    ['GBPAUD', '2026-11-24', '2026-11-20T05:30:00.001', '2026-11-24'],
    ['GBPEUR', '2026-11-18', '2026-11-20T09:00:00.000', '2026-11-20'], // a date that has passed is today
    ['GBPEUR', '2026-11-25', '2026-11-25T16:00:00.001', '2026-11-27'], // Thanksgiving comes after it
  ])('%s for %s, submitted at %s, settles on %s', (currencies, date, now, settled) =>
    expect(settlementDate(pair(currencies), date, now)).toBe(settled),
  );
  test('says which system closed first', () => {
    const closed = closedAt(pair('GBPAUD'), '2026-11-20T05:30:00.001');
    expect(closed('2026-11-20')).toBe('After the cut-off at 16:30 Australia/Sydney (RITS)');
    expect(closed('2026-11-19')).toMatch(/^After the cut-off/);
    expect(closed('2026-11-23')).toBeNull();
  });
});

test.each([
  ['2026-11-20', '2027-11-20'], // a Saturday
  ['2026-11-21', '2027-11-21'], // a Sunday
  ['2026-12-25', '2027-12-25'], // Christmas Day
  ['2026-08-31', '2027-08-31'],
  ['2027-02-28', '2028-02-28'], // not the last day of February
  ['2028-02-28', '2029-02-28'],
  ['2028-02-29', '2029-02-28'],
  ['2028-03-01', '2029-03-01'],
  ['2030-12-31', '2031-12-31'],
])('%s accepts dates up to %s', (today, last) => expect(lastAcceptedDate(today)).toBe(last));

test.each([
  ['GBPEUR', '2026-11-20', '2027-11-19'], // 20 November 2027 is a Saturday
  ['GBPEUR', '2026-12-25', '2027-12-24'],
  ['GBPEUR', '2028-02-29', '2029-02-28'],
  ['EURSEK', '2030-12-31', '2031-12-30'], // New Year's Eve (RIX)
])('%s of %s settles on %s at the latest', (currencies, today, last) =>
  expect(lastSettlementDate(pair(currencies), today)).toBe(last),
);

describe('unavailable dates', () => {
  test('have a reason each', () => {
    expect(unavailableDates(closedAt(pair('GBPEUR'), early), '2026-12-24', '2027-01-03')).toEqual({
      '2026-12-25': 'Christmas Day (TARGET)',
      '2026-12-26': 'Saturday',
      '2026-12-27': 'Sunday',
      '2026-12-28': 'Boxing Day, substitute day (CHAPS)',
      '2027-01-01': "New Year's Day (TARGET)",
      '2027-01-02': 'Saturday',
      '2027-01-03': 'Sunday',
    });
    expect(unavailableDates(closedAt(pair('GBPEUR'), early), '2026-11-16', '2026-11-20')).toBeNull();
  });
});

test('money settles on the first available date, for any two currencies at any time', () => {
  const code = fc.constantFrom(...calendars.keys(), 'XOF');
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2039-10-01'), noInvalidDate: true });
  fc.assert(
    fc.property(code, code, instant, fc.nat(400), (sellCcyCode, buyCcyCode, at, days) => {
      const now = timestamp(at);
      const date = addDays(now.slice(0, 10), days);
      const settled = settlementDate({ sellCcyCode, buyCcyCode }, date, now);
      const closed = unavailableDates(closedAt({ sellCcyCode, buyCcyCode }, now), date, settled) ?? {};
      expect(Object.keys(closed)).not.toContain(settled);
      for (let day = date; day < settled; day = addDays(day, 1))
        expect(closed[day]).toEqual(expect.any(String));
      expect(now <= cutOffBetween({ sellCcyCode, buyCcyCode }, settled)).toBe(true);
    }),
  );
});

test('dates outside of the data depend on the weekday only', () => {
  expect(holidaysBetween(pair('GBPEUR'))('9999-12-31')).toBeNull();
  expect(holidaysBetween(pair('GBPEUR'))('9999-12-25')).toBe('Saturday');
});
