/**
 * Where the sun and the moon stand: J. Meeus, Astronomical Algorithms, chapters 25 and 47 (the larger terms). Good to
 * a minute or two for a new or full moon and to a quarter of an hour for the sun, from 1950 to 2100.
 */

const rad = Math.PI / 180;
export const DAY_MS = 86_400_000;
const SYNODIC_MONTH_MS = 29.530588861 * DAY_MS;
const J2000 = Date.UTC(2000, 0, 1, 12);

/** Julian centuries of dynamical time. @param {number} instant milliseconds since 1970 */
function centuries(instant) {
  const years = (instant - J2000) / DAY_MS / 365.25;
  const deltaSeconds = 62.92 + 0.32217 * years + 0.005589 * years ** 2; // Espenak and Meeus, 2005 to 2050
  return ((instant - J2000) / DAY_MS + deltaSeconds / 86_400) / 36_525;
}

/** Apparent longitude of the sun, 0 to 360 degrees. @param {number} instant */
export function sunLongitude(instant) {
  const t = centuries(instant);
  const node = 125.04 - 1934.136 * t;
  return turn(sunTrueLongitude(t) - 0.00569 - 0.00478 * Math.sin(node * rad));
}

/** @param {number} t centuries */
function sunTrueLongitude(t) {
  const mean = 280.46646 + 36_000.76983 * t + 0.0003032 * t * t;
  const anomaly = (357.52911 + 35_999.05029 * t - 0.0001537 * t * t) * rad;
  return (
    mean +
    (1.914602 - 0.004817 * t) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly)
  );
}

/** Multiples of D, M, M' and F, and the millionths of a degree that go with their sine. */
const moonTerms = [
  [0, 0, 1, 0, 6288774], [2, 0, -1, 0, 1274027], [2, 0, 0, 0, 658314], [0, 0, 2, 0, 213618],
  [0, 1, 0, 0, -185116], [0, 0, 0, 2, -114332], [2, 0, -2, 0, 58793], [2, -1, -1, 0, 57066],
  [2, 0, 1, 0, 53322], [2, -1, 0, 0, 45758], [0, 1, -1, 0, -40923], [1, 0, 0, 0, -34720],
  [0, 1, 1, 0, -30383], [2, 0, 0, -2, 15327], [0, 0, 1, 2, -12528], [0, 0, 1, -2, 10980],
  [4, 0, -1, 0, 10675], [0, 0, 3, 0, 10034], [4, 0, -2, 0, 8548], [2, 1, -1, 0, -7888],
  [2, 1, 0, 0, -6766], [1, 0, -1, 0, -5163], [1, 1, 0, 0, 4987], [2, -1, 1, 0, 4036],
  [2, 0, 2, 0, 3994], [4, 0, 0, 0, 3861], [2, 0, -3, 0, 3665], [0, 1, -2, 0, -2689],
  [2, 0, -1, 2, -2602], [2, -1, -2, 0, 2390], [1, 0, 1, 0, -2348], [2, -2, 0, 0, 2236],
  [0, 1, 2, 0, -2120], [0, 2, 0, 0, -2069], [2, -2, -1, 0, 2048], [2, 0, 1, -2, -1773],
  [2, 0, 0, 2, -1595], [4, -1, -1, 0, 1215], [0, 0, 2, 2, -1110],
]; // prettier-ignore

/** How far the moon is ahead of the sun: 0 is a new moon, 180 a full moon, 12 degrees a tithi. @param {number} instant */
export function elongation(instant) {
  const t = centuries(instant);
  const meanMoon = 218.3164477 + 481_267.88123421 * t - 0.0015786 * t * t;
  const d = 297.8501921 + 445_267.1114034 * t - 0.0018819 * t * t;
  const m = 357.5291092 + 35_999.0502909 * t - 0.0001536 * t * t;
  const mm = 134.9633964 + 477_198.8675055 * t + 0.0087414 * t * t;
  const f = 93.272095 + 483_202.0175233 * t - 0.0036539 * t * t;
  const e = 1 - 0.002516 * t - 0.0000074 * t * t;
  let sum = 3958 * Math.sin((119.75 + 131.849 * t) * rad) + 1962 * Math.sin((meanMoon - f) * rad);
  for (const [a = 0, b = 0, c = 0, g = 0, size = 0] of moonTerms)
    sum += size * e ** Math.abs(b) * Math.sin((a * d + b * m + c * mm + g * f) * rad);
  return turn(meanMoon + sum / 1e6 - (sunTrueLongitude(t) - 0.00569));
}

/** The moments at which the moon is so far ahead of the sun. @param {number} degrees @param {number} first year @param {number} last year */
export function moons(degrees, first, last) {
  const found = [];
  const end = Date.UTC(last + 1, 0, 1);
  for (
    let instant = settle(Date.UTC(first, 0, 1));
    instant < end;
    instant = settle(instant + SYNODIC_MONTH_MS)
  )
    found.push(instant);
  return found;

  /** @param {number} guess */
  function settle(guess) {
    let instant = guess;
    for (let step = 0; step < 6; step++)
      instant -= (half(elongation(instant) - degrees) / 360) * SYNODIC_MONTH_MS;
    return instant;
  }
}

/** The moment in a year at which the sun reaches a longitude. @param {number} year @param {number} degrees */
export function sunAt(year, degrees) {
  let instant = Date.UTC(year, 2, 20) + turn(degrees) * 1.0146 * DAY_MS;
  if (degrees > 285) instant = Date.UTC(year, 0, 6) + (degrees - 285) * 1.0146 * DAY_MS;
  for (let step = 0; step < 6; step++)
    instant -= (half(sunLongitude(instant) - degrees) / 360) * 365.2422 * DAY_MS;
  return instant;
}

/** 0 to 360. @param {number} degrees */
export const turn = (degrees) => ((degrees % 360) + 360) % 360;

/** -180 to 180. @param {number} degrees */
export const half = (degrees) => turn(degrees + 180) - 180;

/** The date on clocks that are so many hours ahead of UTC. @param {number} instant @param {number} hours */
export const dateAt = (instant, hours) => new Date(instant + hours * 3_600_000).toISOString().slice(0, 10);

/** Days since 1970. @param {string} date */
export const dayNumber = (date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** @param {number} number */
export const dateOfDay = (number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
