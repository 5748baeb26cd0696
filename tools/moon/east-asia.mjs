/**
 * The lunisolar calendar of China, and of its neighbours by their own clocks: a month begins on the day of the new moon;
 * the winter solstice is in the eleventh; of thirteen months between two solstices the first without a principal term
 * (the sun entering another sign) repeats the number of the one before it (GB/T 33661-2017).
 */
import { dateAt, dateOfDay, dayNumber, moons, sunAt } from './sky.mjs';

/**
 * @typedef {{ start: string, lengths: number[], leap: number | null }} LunarYear
 *   first day, days of each month in order, and the index in them of the leap month
 */

/** @param {number} first @param {number} last @param {number} hours ahead of UTC @returns {Record<number, LunarYear>} */
export function eastAsianYears(first, last, hours) {
  const newMoons = moons(0, first - 2, last + 2).map((instant) => dayNumber(dateAt(instant, hours)));
  /** @type {number[]} */
  const terms = [];
  for (let year = first - 2; year <= last + 2; year++)
    for (let sign = 0; sign < 12; sign++) terms.push(dayNumber(dateAt(sunAt(year, sign * 30), hours)));
  terms.sort((a, b) => a - b);
  const hasTerm = (/** @type {number} */ n) =>
    terms.some((term) => term >= at(newMoons, n) && term < at(newMoons, n + 1));

  /** The month of the winter solstice of a year. @param {number} year */
  const eleventh = (year) => {
    const solstice = dayNumber(dateAt(sunAt(year, 270), hours));
    return newMoons.findLastIndex((start) => start <= solstice);
  };

  /** @type {{ start: number, number: number, isLeap: boolean }[]} */
  const months = [];
  for (let year = first - 1; year <= last; year++) {
    const [from, to] = [eleventh(year - 1), eleventh(year)];
    let leapLeft = to - from === 13;
    for (let n = from, number = 11; n < to; n++) {
      const isLeap = leapLeft && n > from && !hasTerm(n);
      if (isLeap) leapLeft = false;
      else if (n > from) number = (number % 12) + 1;
      months.push({ start: at(newMoons, n), number, isLeap });
    }
  }
  months.push(...monthsFrom(eleventh(last)));

  /** Twelve and a bit, to close the last year. @param {number} from */
  function monthsFrom(from) {
    return [0, 1, 2, 3].map((n) => ({
      start: at(newMoons, from + n),
      number: ((10 + n) % 12) + 1,
      isLeap: false,
    }));
  }

  /** @type {Record<number, LunarYear>} */
  const years = {};
  const starts = months.flatMap(({ number, isLeap }, index) => (number === 1 && !isLeap ? [index] : []));
  starts.slice(0, -1).forEach((begin, n) => {
    const own = months.slice(begin, starts[n + 1]);
    const start = dateOfDay(at(own, 0).start);
    const year = Number(start.slice(0, 4));
    if (year < first || year > last) return;
    const lengths = own.map((month, i) => at(months, begin + i + 1).start - month.start);
    const leap = own.findIndex(({ isLeap }) => isLeap);
    years[year] = { start, lengths, leap: leap < 0 ? null : leap };
  });
  return years;
}

/** @template T @param {readonly T[]} list @param {number} index @returns {T} */
function at(list, index) {
  const found = list[index];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}
