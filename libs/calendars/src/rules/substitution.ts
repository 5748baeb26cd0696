import { addDays, type CalendarDate, dayOfWeek, weekend } from '@corridor/kernel';
import { type Closing, closingsBy, type Rule } from './rule.js';
import { SATURDAY, SUNDAY, type Weekday } from './sun-days.js';

/** A holiday on a Sunday is had on the next weekday that is none; one on a Saturday is lost. */
export const sundaysSubstituted = (...rules: readonly Rule[]): Rule => substituted([SUNDAY], rules);

/** A holiday on a Saturday or a Sunday is had on the next weekday that is none. */
export const weekendsSubstituted = (...rules: readonly Rule[]): Rule =>
  substituted([SATURDAY, SUNDAY], rules);

/** As {@link sundaysSubstituted}; and where two fall on one day, the next weekday is had as well. */
export const clashesSubstituted = (...rules: readonly Rule[]): Rule => substituted([SUNDAY], rules, true);

/** As {@link weekendsSubstituted}; and where two fall on one day, the next weekday is had as well. */
export const weekendsAndClashesSubstituted = (...rules: readonly Rule[]): Rule =>
  substituted([SATURDAY, SUNDAY], rules, true);

function substituted(lost: readonly Weekday[], rules: readonly Rule[], clashes = false): Rule {
  return (year) => {
    const closings = inOrder(closingsBy(rules, year));
    const taken = new Set([...closings, ...closingsBy(rules, year + 1)].map(({ date }) => date));
    const substitutes = closings
      .filter(({ date }, index) => isLost(date, lost) || (clashes && closings[index - 1]?.date === date))
      .map(({ date, name }) => {
        const free = nextFree(date, taken);
        taken.add(free);
        return { date: free, name: `${name}, substitute day` };
      });
    return [...closings, ...substitutes];
  };
}

/** Each day goes to another by itself: Colombia's feasts to the Monday after them. */
export const moved =
  (to: (date: CalendarDate) => CalendarDate, ...rules: readonly Rule[]): Rule =>
  (year) =>
    closingsBy(rules, year).map(({ date, name }) => ({ date: to(date), name }));

export const toMonday = (date: CalendarDate): CalendarDate => addDays(date, (8 - dayOfWeek(date)) % 7);

const isLost = (date: CalendarDate, lost: readonly number[]) => lost.includes(dayOfWeek(date));

const inOrder = (closings: readonly Closing[]): Closing[] =>
  closings.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

function nextFree(date: CalendarDate, taken: ReadonlySet<CalendarDate>): CalendarDate {
  const next = addDays(date, 1);
  return weekend(next) || taken.has(next) ? nextFree(next, taken) : next;
}
