import fc from 'fast-check';
import {
  type Holidays,
  addBusinessDays,
  firstBusinessDayOnOrAfter,
  isBusinessDay,
  lastBusinessDayOnOrBefore,
  unionOf,
  weekend,
} from './business-date.js';
import { addDays } from './time.js';

const easter: Holidays = (date) =>
  ({ '2027-03-26': 'Good Friday (TARGET)', '2027-03-29': 'Easter Monday (TARGET)' })[date] ?? null;
const fourthOfJuly: Holidays = (date) => (date.endsWith('-07-04') ? 'Independence Day (Fedwire)' : null);
const calendar = unionOf(weekend, easter, fourthOfJuly);

describe('weekend', () => {
  it('closes Saturday and Sunday, with the reason', () => {
    const week = ['16', '17', '18', '19', '20', '21', '22'].map((day) => weekend(`2026-11-${day}`));
    expect(week).toEqual([null, null, null, null, null, 'Saturday', 'Sunday']);
  });
});

describe('union of calendars', () => {
  it('is closed when one of them is', () => {
    expect(calendar('2027-03-26')).toBe('Good Friday (TARGET)');
    expect(calendar('2028-07-04')).toBe('Independence Day (Fedwire)');
    expect(calendar('2026-11-23')).toBeNull();
  });

  it('gives the reason of the first', () => {
    expect(calendar('2026-07-04')).toBe('Saturday');
    expect(unionOf(fourthOfJuly, weekend)('2026-07-04')).toBe('Independence Day (Fedwire)');
  });

  it('of none is always open', () => {
    expect(unionOf()('2026-11-21')).toBeNull();
  });
});

describe('business days', () => {
  it('are those without a reason', () => {
    expect(isBusinessDay('2026-11-20', weekend)).toBe(true);
    expect(isBusinessDay('2026-11-21', weekend)).toBe(false);
    expect(isBusinessDay('2027-03-26', weekend)).toBe(true);
    expect(isBusinessDay('2027-03-26', calendar)).toBe(false);
  });

  it('round forward and back', () => {
    expect(firstBusinessDayOnOrAfter('2026-11-20', weekend)).toBe('2026-11-20');
    expect(firstBusinessDayOnOrAfter('2026-11-21', weekend)).toBe('2026-11-23');
    expect(firstBusinessDayOnOrAfter('2027-03-26', calendar)).toBe('2027-03-30');
    expect(lastBusinessDayOnOrBefore('2027-03-29', calendar)).toBe('2027-03-25');
    expect(firstBusinessDayOnOrAfter('9999-12-31', weekend)).toBe('9999-12-31');
  });

  it.each([
    ['2026-11-18', 2, '2026-11-20'],
    ['2026-11-19', 2, '2026-11-23'],
    ['2026-11-21', 2, '2026-11-24'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2027-03-25', 1, '2027-03-30'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-23', -1, '2026-11-20'],
    ['2027-03-30', -2, '2027-03-24'],
  ])('%s and %i more is %s', (date, days, expected) => {
    expect(addBusinessDays(date, days, calendar)).toBe(expected);
  });

  it('are each counted once', () => {
    const dates = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days));
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 60 }), (date, days) => {
        const end = addBusinessDays(date, days, calendar);
        let counted = 0;
        for (let day = addDays(date, 1); day <= end; day = addDays(day, 1)) {
          if (isBusinessDay(day, calendar)) counted++;
        }
        expect([counted, isBusinessDay(end, calendar)]).toEqual([days, true]);
      }),
    );
  });

  it('are not searched for without limit', () => {
    expect(() => firstBusinessDayOnOrAfter('2026-11-21', () => 'Closed')).toThrow(RangeError);
  });
});
