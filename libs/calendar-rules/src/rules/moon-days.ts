import { addDays, type CalendarDate } from '@corridor/kernel';
import * as tables from '../moon/tables.js';
import type { LunarYear } from '../moon/tables.js';
import { dateOn, type Rule, yearOf } from './rule.js';

/**
 * Lunar days, from committed tables. Outside the tables' years there are none. If a calendar follows the sighting of
 * the moon or its own almanac, the day is announced and may differ.
 */

/** @param month 1 to 12; not a leap month */
type LunarDay = (month: number, day: number, name: string) => Rule;

const inLunarYears =
  (years: Readonly<Record<number, LunarYear>>): LunarDay =>
  (month, day, name) => {
    const dates = Object.values(years).map((year) => addDays(firstOf(year, month), day - 1));
    return (year) => named(dates, year, name);
  };

/** The day of a month of the Chinese calendar, by the clocks of Beijing; Seoul and Hanoi have their own new moons. */
export const chinese = inLunarYears(tables.chinese);
export const korean = inLunarYears(tables.korean);
export const vietnamese = inLunarYears(tables.vietnamese);

/** The day of a month of the Umm al-Qura calendar: Ramadan is 9, Shawwal 10, Dhu al-Hijja 12. */
export const islamic = inLunarYears(tables.islamic);

/** Days of the Islamic calendar that follow each other. */
export const islamicDays = (month: number, first: number, count: number, name: string): Rule[] =>
  Array.from({ length: count }, (_, n) => islamic(month, first + n, name));

const HEBREW_MONTHS = ['Nisan', 'Iyar', 'Sivan', 'Tammuz', 'Av', 'Elul'] as const;
type HebrewMonth = 'Tishri' | 'Adar' | (typeof HEBREW_MONTHS)[number];

/** The day of a Hebrew month; Adar is the second one of a leap year. */
export function hebrew(month: HebrewMonth, day: number, name: string): Rule {
  const dates = Object.values(tables.hebrew).map((year) =>
    addDays(firstOf(year, hebrewPlace(month, year.lengths.split(' ').length)), day - 1),
  );
  return (year) => named(dates, year, name);
}

/** The year begins with Tishri; the leap month is in the middle. */
function hebrewPlace(month: HebrewMonth, months: number): number {
  if (month === 'Tishri') return 1;
  return month === 'Adar' ? months - 6 : months - 5 + HEBREW_MONTHS.indexOf(month);
}

/** The date of the first full moon from a date on, on clocks that are so many hours ahead of UTC. */
export const fullMoon = (month: number, day: number, name: string, hours: number): Rule =>
  fromMoments(tables.fullMoons, month, day, name, hours);

export const newMoon = (month: number, day: number, name: string, hours: number): Rule =>
  fromMoments(tables.newMoons, month, day, name, hours);

/** The dates of all full moons. */
export function fullMoons(name: string, hours: number): Rule {
  const dates = datesOf(tables.fullMoons, hours);
  return (year) => named(dates, year, name);
}

/** The date on which the sun reaches a longitude. */
export function sunAt(point: keyof typeof tables.sun, name: string): Rule {
  const dates = tables.sun[point].split(' ');
  return (year) => named(dates, year, name);
}

/** The date of an Indian festival. */
export function indian(feast: keyof typeof tables.india, name: string): Rule {
  const dates = tables.india[feast].split(' ');
  return (year) => named(dates, year, name);
}

/** A number of days after the day of another rule. */
export const after =
  (days: number, name: string, rule: Rule): Rule =>
  (year) =>
    rule(year).map(({ date }) => ({ date: addDays(date, days), name }));

function fromMoments(moments: string, month: number, day: number, name: string, hours: number): Rule {
  const dates = datesOf(moments, hours);
  return (year) => {
    if (year < tables.FIRST_YEAR || year > tables.LAST_YEAR) return [];
    const first = dates.find((date) => date >= dateOn(year, month, day));
    return first === undefined ? [] : [{ date: first, name }];
  };
}

const datesOf = (moments: string, hours: number): CalendarDate[] =>
  moments.split(' ').map((moment) => {
    const instant = Date.parse(`${moment}Z`) + hours * 3_600_000;
    return new Date(instant).toISOString().slice(0, 10);
  });

/** The first day of a month, leap months not counted. */
function firstOf({ start, lengths, leap = Infinity }: LunarYear, month: number): CalendarDate {
  const days = lengths.split(' ').map(Number);
  const place = month - 1 >= leap ? month : month - 1;
  return addDays(
    start,
    days.slice(0, place).reduce((sum, length) => sum + length, 0),
  );
}

const named = (dates: readonly CalendarDate[], year: number, name: string) =>
  dates.filter((date) => yearOf(date) === year).map((date) => ({ date, name }));
