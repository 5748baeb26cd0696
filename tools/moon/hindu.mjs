/**
 * Feasts of India by tithi (the thirtieth part of a lunation) and lunar month, months
 * counted from new moon to new moon and named after the sign that the sun enters in them, by the sidereal zodiac of
 * Lahiri. The day of a feast is the one on which its tithi prevails at the hour of its rite, on the clocks of India; where it does on none, the day after (the first: before).
 */
import { DAY_MS, dateAt, elongation, moons, sunLongitude, turn } from './sky.mjs';

const INDIA_HOURS = 5.5;
const HOUR_MS = 3_600_000;

/** What the tropical zodiac is ahead of the sidereal one, in degrees. @param {number} instant */
const ayanamsa = (instant) => 23.853 + (50.29 / 3600) * ((instant - Date.UTC(2000, 0, 1)) / DAY_MS / 365.25);

/** 0 is Mesha. @param {number} instant */
const sign = (instant) => Math.floor(turn(sunLongitude(instant) - ayanamsa(instant)) / 30);

const names = [
  'Chaitra', 'Vaisakha', 'Jyeshtha', 'Ashadha', 'Shravana', 'Bhadrapada',
  'Ashvina', 'Kartika', 'Margashirsha', 'Pausha', 'Magha', 'Phalguna',
]; // prettier-ignore

/** Months from 1 Chaitra on, leap months left out. @param {number} first @param {number} last */
function lunarMonths(first, last) {
  const starts = moons(0, first - 1, last + 1);
  return starts.flatMap((start, n) => {
    const end = starts[n + 1];
    if (end === undefined || sign(start) === sign(end)) return [];
    return [{ name: names[(sign(start) + 1) % 12], start, end }];
  });
}

/**
 * @typedef {object} Feast
 * @property {string} month
 * @property {number} tithi 1 to 15 while the moon waxes, 30 is the new moon
 * @property {number} hour of India's clocks at which it has to prevail
 * @property {'first' | 'last'} [of] which day, where it prevails on two
 * @property {number} [later] days
 */

/** @param {Feast} feast @param {number} first @param {number} last @returns {string[]} */
export function feastDates({ month, tithi, hour, of = 'first', later = 0 }, first, last) {
  return lunarMonths(first, last)
    .filter(({ name }) => name === month)
    .map(({ start }) => {
      const days = Array.from({ length: 33 }, (_, n) => atHour(start, n - 1, hour));
      const at = (/** @type {number} */ moment) => tithiSince(start, moment);
      const prevailing = days.filter((moment) => at(moment) === tithi);
      const after = days.find((moment) => at(moment) > tithi) ?? start;
      const day = prevailing.at(of === 'last' ? -1 : 0) ?? (tithi === 1 ? after - DAY_MS : after);
      return dateAt(day + later * DAY_MS, INDIA_HOURS);
    })
    .filter((date) => Number(date.slice(0, 4)) >= first && Number(date.slice(0, 4)) <= last);
}

/** @param {number} start new moon @param {number} moment */
function tithiSince(start, moment) {
  if (moment < start) return 0;
  const tithi = Math.floor(elongation(moment) / 12) + 1;
  if (moment - start > 25 * DAY_MS && tithi < 5) return 30 + tithi;
  return moment - start < 3 * DAY_MS && tithi > 25 ? 0 : tithi;
}

/** That hour of the n-th day after the one of a moment. @param {number} moment @param {number} n @param {number} hour */
const atHour = (moment, n, hour) =>
  Date.parse(`${dateAt(moment, INDIA_HOURS)}T00:00:00Z`) + n * DAY_MS + (hour - INDIA_HOURS) * HOUR_MS;

/** By the rites: sunrise 6, midday 12, afternoon 14, dusk 18, midnight 24. @type {Record<string, Feast>} */
export const feasts = {
  mahaShivaratri: { month: 'Magha', tithi: 29, hour: 23.99 },
  holi: { month: 'Phalguna', tithi: 15, hour: 18.75, later: 1 }, // sunset in Mumbai
  gudiPadwa: { month: 'Chaitra', tithi: 1, hour: 6 },
  ramNavami: { month: 'Chaitra', tithi: 9, hour: 12 },
  mahavirJayanti: { month: 'Chaitra', tithi: 13, hour: 6 },
  buddhaPurnima: { month: 'Vaisakha', tithi: 15, hour: 6, of: 'last' },
  janmashtami: { month: 'Shravana', tithi: 23, hour: 23.99 },
  ganeshChaturthi: { month: 'Bhadrapada', tithi: 4, hour: 12 },
  dussehra: { month: 'Ashvina', tithi: 10, hour: 14, of: 'first' },
  deepavali: { month: 'Ashvina', tithi: 29, hour: 5, of: 'last' }, // as Tamils have it, at dawn
  lakshmiPujan: { month: 'Ashvina', tithi: 30, hour: 17.5, of: 'last' },
  balipratipada: { month: 'Kartika', tithi: 1, hour: 6 },
  guruNanakJayanti: { month: 'Kartika', tithi: 15, hour: 6.75, of: 'last' },
};
