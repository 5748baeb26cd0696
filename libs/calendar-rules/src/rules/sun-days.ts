import { addDays, dayOfWeek } from '@corridor/kernel';
import { dateOn, type Rule } from './rule.js';

/** Days of the Gregorian calendar. */

export const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [
  0, 1, 2, 3, 4, 5, 6,
] as const;
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The same date in every year. */
export const on =
  (month: number, day: number, name: string): Rule =>
  (year) => [{ date: dateOn(year, month, day), name }];

/** The first such weekday at or after a date: Victoria Day is the Monday from 18 May on. */
export const from =
  (month: number, day: number, weekday: Weekday, name: string): Rule =>
  (year) => {
    const first = dateOn(year, month, day);
    return [{ date: addDays(first, (weekday - dayOfWeek(first) + 7) % 7), name }];
  };

/** The first, second … such weekday of a month. */
export const nth = (count: 1 | 2 | 3 | 4, weekday: Weekday, month: number, name: string): Rule =>
  from(month, count * 7 - 6, weekday, name);

/** The last such weekday of a month of 31 days. */
export const last = (weekday: Weekday, month: 1 | 3 | 5 | 7 | 8 | 10 | 12, name: string): Rule =>
  from(month, 25, weekday, name);
