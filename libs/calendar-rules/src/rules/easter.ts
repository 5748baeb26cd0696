import { addDays, type CalendarDate } from '@corridor/kernel';
import { dateOn, type Rule } from './rule.js';

/** Days counted from Easter Sunday: Good Friday is -2, Ascension 39, Whit Monday 50, Corpus Christi 60. */
export const easter =
  (days: number, name: string): Rule =>
  (year) => [{ date: addDays(easterSunday(year), days), name }];

/** The same, counted from the Orthodox Easter. */
export const orthodoxEaster =
  (days: number, name: string): Rule =>
  (year) => [{ date: addDays(orthodoxEasterSunday(year), days), name }];

/** J.-M. Oudin, 1940, as in the Explanatory Supplement to the Astronomical Almanac. */
export function easterSunday(year: number): CalendarDate {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const k = Math.floor((century - 17) / 25);
  let moon = (century - Math.floor(century / 4) - Math.floor((century - k) / 3) + 19 * golden + 15) % 30;
  moon -=
    Math.floor(moon / 28) *
    (1 - Math.floor(moon / 28) * Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(dateOn(year, 3, 28), moon - weekday);
}

/** Meeus, Astronomical Algorithms, chapter 8, for the Julian calendar; then 13 days on (right from 1900 to 2099). */
export function orthodoxEasterSunday(year: number): CalendarDate {
  const moon = (19 * (year % 19) + 15) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  return addDays(dateOn(year, 3, 22), moon + weekday + 13);
}
