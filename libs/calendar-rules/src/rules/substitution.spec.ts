import { easter } from './easter.js';
import { closingsBy, except, once, type Rule, since, until } from './rule.js';
import {
  clashesSubstituted,
  moved,
  nearestSubstituted,
  onlyOn,
  substituted,
  sundaysSubstituted,
  toNearestMonday,
  toNextMonday,
  weekendsSubstituted,
} from './substitution.js';
import { from, FRIDAY, last, MONDAY, nth, on, SATURDAY, SUNDAY, THURSDAY } from './sun-days.js';

const dates = (year: number, ...rules: Rule[]) =>
  closingsBy(rules, year)
    .map(({ date }) => date)
    .sort();
const christmas = [on(12, 25, 'Christmas'), on(12, 26, 'Boxing Day')];

describe('days of the Gregorian calendar', () => {
  test.each<[string, Rule, string]>([
    ['a date', on(7, 4, ''), '2026-07-04'],
    ['a third Monday', nth(3, MONDAY, 1, ''), '2026-01-19'],
    ['a first day that is that weekday', nth(1, THURSDAY, 1, ''), '2026-01-01'],
    ['a fourth Thursday', nth(4, THURSDAY, 11, ''), '2026-11-26'],
    ['a last Monday', last(MONDAY, 5, ''), '2026-05-25'],
    ['a last Monday on the 31st', last(MONDAY, 8, ''), '2026-08-31'],
    ['the Monday from a date on', from(5, 18, MONDAY, ''), '2026-05-18'],
    ['Good Friday', easter(-2, ''), '2026-04-03'],
  ])('%s', (_, rule, date) => expect(dates(2026, rule)).toEqual([date]));
});

describe('years', () => {
  const day = on(6, 19, '');
  test.each<[string, Rule, number[]]>([
    ['since', since(2022, day), [2022, 2023]],
    ['until', until(2021, day), [2020, 2021]],
    ['except', except([2021, 2022], day), [2020, 2023]],
    ['once', once('', '2021-01-01', '2023-01-01'), [2021, 2023]],
  ])('%s', (_, rule, years) =>
    expect([2020, 2021, 2022, 2023].filter((year) => rule(year).length > 0)).toEqual(years),
  );
});

describe('a holiday on a weekend', () => {
  test('is lost on a Saturday, and observed on Monday after a Sunday', () => {
    expect(dates(2026, sundaysSubstituted(on(7, 4, '')))).toEqual(['2026-07-04']);
    expect(dates(2027, sundaysSubstituted(on(7, 4, '')))).toEqual(['2027-07-04', '2027-07-05']);
  });
  test('is observed on the next weekday that is not a holiday', () => {
    expect(dates(2021, weekendsSubstituted(...christmas)).slice(2)).toEqual(['2021-12-27', '2021-12-28']);
    expect(dates(2022, weekendsSubstituted(...christmas)).slice(1)).toEqual(['2022-12-26', '2022-12-27']);
    const turnOfYear = weekendsSubstituted(on(12, 31, ''), on(1, 1, ''));
    expect(dates(2028, turnOfYear)).toEqual(['2028-01-01', '2028-01-03', '2028-12-31', '2029-01-02']);
  });
  test('is observed on the nearest weekday', () => {
    expect(dates(2026, nearestSubstituted(on(10, 10, '')))).toEqual(['2026-10-09', '2026-10-10']);
    expect(dates(2027, nearestSubstituted(on(10, 10, '')))).toEqual(['2027-10-10', '2027-10-11']);
  });
  test('says so', () =>
    expect(weekendsSubstituted(...christmas)(2021).at(-1)).toEqual({
      date: '2021-12-28',
      name: 'Boxing Day, substitute day',
    }));
});

describe('two holidays on one day', () => {
  const both = [on(4, 6, 'one'), once('other', '2026-04-06')];
  test('have the next weekday as well', () =>
    expect(dates(2026, clashesSubstituted(...both))).toEqual(['2026-04-06', '2026-04-06', '2026-04-07']));
  test('count as one if the law says nothing', () =>
    expect(new Set(dates(2026, sundaysSubstituted(...both))).size).toBe(1));
  test('have it across groups with weekdays of their own', () => {
    const groups = substituted(
      [
        { lost: [SUNDAY], rules: [on(10, 3, 'feast')] },
        { lost: [SATURDAY, SUNDAY], rules: [once('national', '2026-10-03')] },
      ],
      true,
    );
    expect(dates(2026, groups).slice(2)).toEqual(['2026-10-05']); // a Saturday: for the national day alone
  });
});

describe('a day that goes to another', () => {
  test.each([
    ['2026-06-29', '2026-06-29', '2026-06-29'], // Monday
    ['2027-06-29', '2027-07-05', '2027-06-28'], // Tuesday
    ['2028-06-29', '2028-07-03', '2028-06-26'], // Thursday
    ['2029-06-29', '2029-07-02', '2029-07-02'], // Friday
    ['2030-06-29', '2030-07-01', '2030-06-29'], // Saturday
  ])('%s to the next Monday %s, to the nearest %s', (date, next, nearest) => {
    expect([toNextMonday(date), toNearestMonday(date)]).toEqual([next, nearest]);
    expect(dates(Number(date.slice(0, 4)), moved(toNextMonday, once('', date)))).toEqual([next]);
  });
  test('only where it falls on some weekdays', () => {
    const bridge = onlyOn([MONDAY, FRIDAY], on(9, 17, ''));
    expect([2026, 2027, 2028].filter((year) => bridge(year).length > 0)).toEqual([2027]);
  });
});
