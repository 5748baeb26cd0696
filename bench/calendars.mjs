/**
 * How long a year of unavailable dates takes: when a pair of currencies is requested first, and when its holidays are
 * known. In CPU time, every currency with a calendar once as the bought one.
 *
 *   npx node bench/calendars.mjs
 *
 * It needs a build (`npm run build`).
 */
import { calendars, closedAt, unavailableDates } from '@corridor/calendars';

const codes = [...calendars.keys()];
const NOW = '2031-11-21T09:30:00.000';

/** Milliseconds for each pair, in order. */
function turn() {
  return codes
    .map((buyCcyCode, n) => {
      const before = process.cpuUsage();
      const closed = closedAt({ sellCcyCode: codes.at(n - 1), buyCcyCode }, NOW);
      unavailableDates(closed, '2031-11-21', '2032-11-21');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    })
    .sort((a, b) => a - b);
}

const [first, again] = [turn(), turn()];
const summary = (times) =>
  `median ${times[times.length >> 1].toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`;
console.log(`${codes.length} pairs, first request: ${summary(first)}`);
console.log(`${codes.length} pairs, later requests: ${summary(again)}`);
console.log(`median first : again  ${(first[first.length >> 1] / again[again.length >> 1]).toFixed(1)}`);
