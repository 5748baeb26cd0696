/** Calendars that are tables or arithmetic, read from the ICU that Node carries. */
import { dateOfDay, dayNumber } from './sky.mjs';

/**
 * The first day of each year with the days of its months.
 * @param {'islamic-umalqura' | 'hebrew'} calendar @param {number} first Gregorian year @param {number} last
 * @returns {Record<number, { start: string, lengths: number[] }>}
 */
export function yearsBy(calendar, first, last) {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  /** @param {number} day */
  const read = (day) => {
    const parts = Object.fromEntries(
      format.formatToParts(day * 86_400_000).map(({ type, value }) => [type, Number(value)]),
    );
    return { day: parts['day'], year: parts['year'] ?? NaN };
  };
  /** @type {{ start: number, year: number }[]} */
  const months = [];
  for (let day = dayNumber(`${first - 1}-01-01`); day < dayNumber(`${last + 2}-01-01`); day++)
    if (read(day).day === 1) months.push({ start: day, year: read(day).year });

  /** @type {Record<number, { start: string, lengths: number[] }>} */
  const years = {};
  months.slice(0, -1).forEach(({ start, year }, n) => {
    const length = (months[n + 1]?.start ?? NaN) - start;
    if (n > 0 && months[n - 1]?.year !== year) years[year] = { start: dateOfDay(start), lengths: [] };
    years[year]?.lengths.push(length);
  });
  return Object.fromEntries(
    Object.entries(years).filter(([, { start, lengths }]) => {
      const end = dateOfDay(dayNumber(start) + lengths.reduce((a, b) => a + b, 0));
      return end > `${first}-01-01` && start <= `${last}-12-31` && lengths.length >= 12;
    }),
  );
}
