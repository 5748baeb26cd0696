import { execFileSync } from 'node:child_process';
import type { CalendarDate } from '@corridor/kernel';
import { closingsOf } from './calendar.js';
import { calendars } from './calendars.js';
import { type Difference, expectedDifferences, oracles, withoutOracle } from './oracle.fixture.js';

const [FIRST_YEAR, LAST_YEAR] = [2020, 2040];

type Dates = Record<CalendarDate, string>;
let theirs: Record<string, Dates>;

beforeAll(() => {
  const years = [FIRST_YEAR, LAST_YEAR].map(String);
  const output = execFileSync(process.execPath, [
    'tools/date-holidays.mjs',
    ...years,
    ...Object.values(oracles),
  ]);
  theirs = JSON.parse(output.toString());
});

test('every calendar is compared with the oracle, or is listed as not comparable', () => {
  expect([...Object.keys(oracles), ...withoutOracle].sort()).toEqual([...calendars.keys()]);
});

test.each(Object.entries(oracles))(
  '%s differs from %s on weekdays of 2020 to 2040 as expected, and no more nor less',
  (ccyCode, country) => {
    const found = differences(ccyCode, theirs[country] ?? {});
    expect(found).toEqual(expectedDifferences(ccyCode).map(({ why: _, ...difference }) => difference));
  },
);

test('every expected difference has its reason', () => {
  const all = Object.keys(oracles).flatMap(expectedDifferences);
  expect(all.filter(({ why }) => !why)).toEqual([]);
});

function differences(ccyCode: string, oracle: Dates): Omit<Difference, 'why'>[] {
  const ours: Dates = {};
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
    Object.assign(ours, Object.fromEntries(closingsOf(calendars.get(ccyCode)!, year)));
  return [...missing(ccyCode, 'ours', ours, oracle), ...missing(ccyCode, 'theirs', oracle, ours)];
}

/** The closed days that only one of them has, by name. */
function missing(
  ccyCode: string,
  who: Difference['who'],
  one: Dates,
  other: Dates,
): Omit<Difference, 'why'>[] {
  const { weekend } = calendars.get(ccyCode)!;
  const byName = new Map<string, CalendarDate[]>();
  for (const date of Object.keys(one).sort()) {
    const name = one[date]!;
    const isInYears = date >= String(FIRST_YEAR) && date < String(LAST_YEAR + 1);
    if (isInYears && !weekend(date) && !(date in other))
      byName.set(name, [...(byName.get(name) ?? []), date]);
  }
  return [...byName].map(([name, dates]) => ({
    who,
    name,
    times: dates.length,
    first: dates[0]!,
    last: dates.at(-1)!,
  }));
}
