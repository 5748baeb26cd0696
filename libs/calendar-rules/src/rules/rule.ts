import type { CalendarDate } from '@corridor/kernel';

/** A closed day of a settlement system, and the reason. */
export interface Closing {
  readonly date: CalendarDate;
  /** `Good Friday`; the calendar names the system. */
  readonly name: string;
}

/** The closed days of a year by one rule: none, one or several. */
export type Rule = (year: number) => readonly Closing[];

/** From this year on. */
export const since =
  (first: number, ...rules: readonly Rule[]): Rule =>
  (year) =>
    year >= first ? closingsBy(rules, year) : [];

/** Up to and with this year. */
export const until =
  (last: number, ...rules: readonly Rule[]): Rule =>
  (year) =>
    year <= last ? closingsBy(rules, year) : [];

/** In every year except these. Their replacement is a {@link once}. */
export const except =
  (years: readonly number[], ...rules: readonly Rule[]): Rule =>
  (year) =>
    years.includes(year) ? [] : closingsBy(rules, year);

/** By proclamation, for these dates only. */
export const once =
  (name: string, ...dates: readonly CalendarDate[]): Rule =>
  (year) =>
    dates.filter((date) => yearOf(date) === year).map((date) => ({ date, name }));

export const closingsBy = (rules: readonly Rule[], year: number): Closing[] =>
  rules.flatMap((rule) => rule(year));

export const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4));

export const dateOn = (year: number, month: number, day: number): CalendarDate =>
  [String(year).padStart(4, '0'), two(month), two(day)].join('-');

const two = (number: number): string => String(number).padStart(2, '0');
