import { calendarOf, calendars, holidaysIn } from './calendars.js';
import { closingsOf } from './calendar.js';
import { LAST_YEAR } from './data/years.js';
import { lastSettlementDate, settlementDate } from './settlement.js';
import { spotDate } from './spot.js';
import { startCalendars } from './start-calendars.js';

const today = '2026-11-21';
const start = (...lines: string[]) => startCalendars(lines.join('\n'), today);

afterEach(() => startCalendars(null, today));

describe('an override', () => {
  test('closes a day', () => {
    expect(holidaysIn('EUR')('2027-05-03')).toBeNull();
    expect(start('TARGET, 2027-05-03, closed, Day of mourning')).toEqual([]);
    expect(holidaysIn('EUR')('2027-05-03')).toBe('Day of mourning (TARGET)');
    expect(holidaysIn('GBP')('2027-05-03')).toBe('Early May bank holiday (CHAPS)');
    expect(closingsOf(calendarOf('EUR'), 2027).get('2027-05-03')).toBe('Day of mourning');
    expect([...closingsOf(calendarOf('EUR'), 2027).keys()]).toEqual(
      [...closingsOf(calendarOf('EUR'), 2027).keys()].sort(),
    );
  });

  test('opens a day', () => {
    expect(holidaysIn('SAR')('2027-03-10')).toBe('Eid al-Fitr (SARIE)');
    expect(start('SARIE, 2027-03-10, open, The moon was seen late')).toEqual([]);
    expect(holidaysIn('SAR')('2027-03-10')).toBeNull();
    expect(closingsOf(calendarOf('SAR'), 2027).has('2027-03-10')).toBe(false);
  });

  test('gives a holiday another name', () => {
    start('TARGET, 2026-12-25, closed, Christmas, with more than one comma');
    expect(holidaysIn('EUR')('2026-12-25')).toBe('Christmas, with more than one comma (TARGET)');
  });

  test('moves settlements of that day', () => {
    const gbpEur = { sellCcyCode: 'GBP', buyCcyCode: 'EUR' };
    const friday = '2026-11-20T09:30:00.123';
    expect(settlementDate(gbpEur, '2026-12-01', friday)).toBe('2026-12-01');
    expect(spotDate(gbpEur, '2026-11-19')).toBe('2026-11-23');
    expect(lastSettlementDate(gbpEur, '2026-11-20')).toBe('2027-11-19');
    start(
      'TARGET, 2026-12-01, closed, Strike',
      'CHAPS, 2026-12-02, closed, State funeral',
      'TARGET, 2026-11-23, closed, Strike',
      'CHAPS, 2027-11-19, closed, Coronation',
    );
    expect(settlementDate(gbpEur, '2026-12-01', friday)).toBe('2026-12-03');
    expect(spotDate(gbpEur, '2026-11-19')).toBe('2026-11-24');
    expect(lastSettlementDate(gbpEur, '2026-11-20')).toBe('2027-11-18');
  });

  test('ends with the file that contains it', () => {
    start('TARGET, 2027-05-03, closed, Day of mourning');
    startCalendars(null, today);
    expect(holidaysIn('EUR')('2027-05-03')).toBeNull();
  });

  test('that repeats the data is reported, and changes nothing', () =>
    expect(
      start('TARGET, 2026-12-25, closed, Christmas Day', 'TARGET, 2026-12-24, open, Christmas Eve'),
    ).toEqual([
      'CALENDAR_OVERRIDES, line 1: TARGET is closed on 2026-12-25 also without this line',
      'CALENDAR_OVERRIDES, line 2: TARGET is open on 2026-12-24 also without this line',
    ]));
});

describe('the file of overrides', () => {
  test('may have comments, empty lines, other line ends, and spaces around its parts', () => {
    expect(
      startCalendars('\uFEFF# Announced\r\n\r\n  CHAPS ,2027-05-04,  closed ,Coronation\r\n', today),
    ).toEqual([]);
    expect(holidaysIn('GBP')('2027-05-04')).toBe('Coronation (CHAPS)');
  });

  test.each([
    ['TARGET, 2027-05-03, closed', 'must be "system, date, closed or open, name"'],
    ['TARGET, 2027-05-03, closed,  ', 'must be "system, date, closed or open, name"'],
    ['TARGET 2027-05-03 closed Mourning', 'must be "system, date, closed or open, name"'],
    ['TARGET, 2027-05-03, shut, Mourning', '"shut" must be closed or open'],
    ['TARGTE, 2027-05-03, closed, Mourning', /^no system "TARGTE"; there are BAHTNET, .*TARGET/],
    ['EUR, 2027-05-03, closed, Mourning', /^no system "EUR"/],
    ['TARGET, 03.05.2027, closed, Mourning', '"03.05.2027" is no date: it must be written 2027-05-03'],
    ['TARGET, 2027-02-29, closed, Mourning', '"2027-02-29" is no date: it must be written 2027-05-03'],
    ['TARGET, 2027-13-01, closed, Mourning', '"2027-13-01" is no date: it must be written 2027-05-03'],
    ['TARGET, 2019-05-03, closed, Mourning', '2019-05-03 is outside the calendars, which hold 2026 to 2040'],
    ['TARGET, 2027-05-01, closed, Mourning', '2027-05-01 is a Saturday, on which TARGET is always closed'],
    ['SARIE, 2027-05-07, open, Working Friday', '2027-05-07 is a Friday, on which SARIE is always closed'],
  ])('is refused with its line: %s', (line, error) => {
    const text = (found: unknown) =>
      (found as Error).message.replace(/^CALENDAR_OVERRIDES must have valid lines: line 3: /, '');
    const reported = () => {
      try {
        start('# Announced', 'CHAPS, 2027-05-04, closed, Coronation', line);
      } catch (found) {
        return text(found);
      }
      throw new Error('it was taken');
    };
    if (typeof error === 'string') expect(reported()).toBe(error);
    else expect(reported()).toMatch(error);
    expect(holidaysIn('GBP')('2027-05-04')).toBeNull(); // none of it is applied
  });

  test('is rejected with all its invalid lines', () =>
    expect(() =>
      start('TARGET, 2027-05-03, closed, One', 'TARGET, 2027-05-03, open, Two', 'nonsense'),
    ).toThrow(
      'CALENDAR_OVERRIDES must have valid lines: line 2: TARGET on 2027-05-03 is already in line 1; ' +
        'line 3: must be "system, date, closed or open, name"',
    ));

  test('cannot close a system for longer than the limit of the search for the next open day', () => {
    const weekdays = Array.from({ length: 28 }, (_, n) => `2027-06-${String(n + 1).padStart(2, '0')}`).filter(
      (date) => ![0, 6].includes(new Date(date).getUTCDay()),
    );
    const lines = weekdays.map((date) => `TARGET, ${date}, closed, Revolution`);
    expect(start(...lines.slice(0, 15))).toEqual([]);
    expect(() => start(...lines.slice(0, 16))).toThrow(
      'CALENDAR_OVERRIDES must have valid lines: line 1: TARGET would be closed for 22 days in a row; the maximum is 21',
    );
  });
});

test('data that end within the booking horizon prevent the start', () => {
  expect(startCalendars(null, '2037-12-31')).toEqual([]);
  expect(startCalendars(null, '2038-01-01')).toEqual([`The calendars end with ${LAST_YEAR}`]);
  expect(() => startCalendars(null, '2040-01-01')).toThrow(/^The calendars end with 2040/);
});

test('each calendar has days in each year of the data', () => {
  for (const calendar of calendars.values())
    for (let year = 2026; year <= LAST_YEAR; year++)
      expect(closingsOf(calendar, year).size).toBeGreaterThanOrEqual(2);
});
