import { addDays } from '@corridor/kernel';
import { type CalendarRules, closingsOf } from './calendar.js';
import { calendars } from './calendars.js';
import { dateOn } from './rules/rule.js';

/**
 * The texts of the files in `libs/calendars/src/data`, which services use at run time. `npm run calendars` writes them.
 */

/** The tables of the moon know these years and one more on either side. */
export const [FIRST_YEAR, LAST_YEAR] = [2020, 2049];

const heading =
  '/** Written by `npm run calendars` from libs/calendar-rules; a spec writes it again. Do not edit. */';

/** The properties of every system: one per line. */
export function systemsFile(years: readonly number[]): string {
  const lines = [...calendars.values()].map(({ rules: _, weekend: __, ...terms }) =>
    line({ ...terms, weekend: weekendOf(calendars.get(terms.ccyCode)!, years) }),
  );
  return text(`export const systems = [`, ...lines, '] as const;');
}

/**
 * The closed days of a year except weekends: for each currency a line of `MM-DD name; …`. @throws RangeError for years
 * that the rules do not fully cover
 */
export function yearFile(year: number): string {
  if (year < FIRST_YEAR || year > LAST_YEAR)
    throw new RangeError(`The rules are good for ${FIRST_YEAR} to ${LAST_YEAR}, not for ${year}`);
  const lines = [...calendars].map(([ccyCode, calendar]) => {
    const days = [...closingsOf(calendar, year)].map(([date, name]) => `${date.slice(5)} ${name}`);
    if (days.some((day) => day.includes(';'))) throw new Error(`A name of ${ccyCode} holds a semicolon`);
    return `  ${ccyCode}: ${JSON.stringify(days.join('; '))},`;
  });
  return text('export default {', ...lines, '};');
}

export const indexFile = (years: readonly number[]): string =>
  text(
    ...years.map((year) => `import of${year} from './${year}.js';`),
    '',
    'export const years: Readonly<Record<number, Readonly<Record<string, string>>>> = {',
    ...years.map((year) => `  ${year}: of${year},`),
    '};',
    `export const [FIRST_YEAR, LAST_YEAR] = [${years.at(0)}, ${years.at(-1)}];`,
  );

const text = (...lines: string[]): string => `${[heading, ...lines].join('\n')}\n`;
const line = (terms: object): string => `  ${JSON.stringify(terms)},`;

/** The names of the weekdays on which it always rests; in the data they are the same in all years. */
function weekendOf({ ccyCode, weekend }: CalendarRules, years: readonly number[]): string[] {
  const found = new Set(
    years.map((year) => {
      const names = Array.from({ length: 7 }, (_, n) => weekend(addDays(dateOn(year, 1, 1), n)));
      return ['Friday', 'Saturday', 'Sunday'].filter((name) => names.includes(name)).join();
    }),
  );
  if (found.size !== 1) throw new Error(`The weekend of ${ccyCode} changes within these years`);
  return [...found].join().split(',');
}
