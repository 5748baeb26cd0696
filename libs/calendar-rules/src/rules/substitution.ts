import { addDays, type CalendarDate, dayOfWeek, weekend } from '@corridor/kernel';
import { type Closing, closingsBy, type Rule } from './rule.js';
import { FRIDAY, SATURDAY, SUNDAY, type Weekday } from './sun-days.js';

/** A holiday on a Sunday is observed on the next weekday that is not a holiday; one on a Saturday is lost. */
export const sundaysSubstituted = (...rules: readonly Rule[]): Rule =>
  substituted([{ lost: [SUNDAY], rules }]);

/** A holiday on a Saturday or a Sunday is observed on the next weekday that is not a holiday. */
export const weekendsSubstituted = (...rules: readonly Rule[]): Rule =>
  substituted([{ lost: [SATURDAY, SUNDAY], rules }]);

/** As {@link sundaysSubstituted}; and if two fall on one day, the next weekday is a holiday as well. */
export const clashesSubstituted = (...rules: readonly Rule[]): Rule =>
  substituted([{ lost: [SUNDAY], rules }], true);

interface Group {
  /** The weekdays on which these are lost. */
  readonly lost: readonly Weekday[];
  readonly rules: readonly Rule[];
}

/** @param clashes whether two holidays on one day make the next weekday a holiday as well */
export function substituted(groups: readonly Group[], clashes = false): Rule {
  const all = groups.flatMap(({ rules }) => rules);
  return (year) => {
    const closings = groups
      .flatMap(({ lost, rules }) => closingsBy(rules, year).map((closing) => ({ ...closing, lost })))
      .sort(byDate);
    const taken = new Set([...closings, ...closingsBy(all, year + 1)].map(({ date }) => date));
    const substitutes = closings
      .filter(({ date, lost }, n) => isOn(date, lost) || (clashes && closings[n - 1]?.date === date))
      .map(({ date, name }) => substitute(name, nextFree(date, taken)));
    return [...closings, ...substitutes];

    function nextFree(date: CalendarDate, taken: Set<CalendarDate>): CalendarDate {
      const next = addDays(date, 1);
      if (weekend(next) || taken.has(next)) return nextFree(next, taken);
      taken.add(next);
      return next;
    }
  };
}

/** A holiday on a Saturday is also observed on the Friday before, one on a Sunday on the Monday after. */
export const nearestSubstituted =
  (...rules: readonly Rule[]): Rule =>
  (year) =>
    closingsBy(rules, year).flatMap((closing) => {
      const days = { [SATURDAY]: -1, [SUNDAY]: 1 }[dayOfWeek(closing.date)];
      return days ? [closing, substitute(closing.name, addDays(closing.date, days))] : [closing];
    });

/** Each day moves to another one: in Colombia to the following Monday. */
export const moved =
  (to: (date: CalendarDate) => CalendarDate, ...rules: readonly Rule[]): Rule =>
  (year) =>
    closingsBy(rules, year).map(({ date, name }) => ({ date: to(date), name }));

export const toNextMonday = (date: CalendarDate): CalendarDate => addDays(date, (8 - dayOfWeek(date)) % 7);

/** Tuesday to Thursday to the Monday before, Friday to the Monday after. */
export function toNearestMonday(date: CalendarDate): CalendarDate {
  const day = dayOfWeek(date);
  if (day === FRIDAY) return addDays(date, 3);
  return day > 1 && day < FRIDAY ? addDays(date, 1 - day) : date;
}

/** Only where it falls on one of these weekdays. */
export const onlyOn =
  (weekdays: readonly Weekday[], ...rules: readonly Rule[]): Rule =>
  (year) =>
    closingsBy(rules, year).filter(({ date }) => isOn(date, weekdays));

const substitute = (name: string, date: CalendarDate): Closing => ({ date, name: `${name}, substitute day` });

const isOn = (date: CalendarDate, weekdays: readonly number[]) => weekdays.includes(dayOfWeek(date));

const byDate = (a: Closing, b: Closing): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
