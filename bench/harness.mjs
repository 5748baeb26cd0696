/** What the measures of `npm run bench` share: load, and alternating rounds. */
import { loadavg } from 'node:os';

/**
 * @typedef {object} Side one of the systems that a measure compares
 * @property {string} name
 * @property {(seconds: number) => Promise<Round>} round
 */

/**
 * @typedef {object} Round
 * @property {number} rate operations per second
 * @property {number[]} [times] of the operations, in milliseconds
 */

/**
 * @typedef {object} Measure
 * @property {(seconds: number) => Promise<Round>} round of Corridor
 * @property {(Side & { goal?: number })[]} [yardsticks] with the least ratio of Corridor's rate to theirs
 * @property {{ p50?: number, p99?: number }} [goals] the longest latencies, in milliseconds
 */

/**
 * Measures of one system.
 * @template {{ counters?: () => Promise<Counters>, stop: () => Promise<void> }} Context
 * @typedef {object} Group
 * @property {(size: { isShort: boolean }) => Promise<Context>} start
 * @property {Record<string, (context: Context) => Measure | Promise<Measure>>} measures
 */

/** @typedef {{ statements: number, commits: number }} Counters */

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {number} rate median of the rounds, per second
 * @property {number | null} p50 in milliseconds
 * @property {number | null} p99
 * @property {number | null} statements per operation, those of background work included
 * @property {number | null} commits
 * @property {{ name: string, rate: number, ratio: number, goal: number | null }[]} yardsticks
 * @property {{ p50?: number, p99?: number }} goals
 * @property {number} load of the machine at the end
 */

/**
 * Runs all sides of a measure alternately, so that other load on the machine affects all of them.
 * @param {string} name
 * @param {Measure} measure
 * @param {{ rounds: number, seconds: number, counters?: (() => Promise<Counters>) | undefined }} options
 * @returns {Promise<Result>}
 */
export async function compare(name, { round, yardsticks = [], goals = {} }, { rounds, seconds, counters }) {
  /** @type {number[]} */
  const rates = [];
  /** @type {number[]} */
  const times = [];
  const used = { operations: 0, statements: 0, commits: 0 };
  const others = yardsticks.map((side) => ({ ...side, rates: /** @type {number[]} */ ([]) }));
  await round(Math.min(1, seconds)); // warm
  for (let n = 0; n < rounds; n++) {
    const before = await counters?.();
    const result = await round(seconds);
    const after = await counters?.();
    rates.push(result.rate);
    for (const time of result.times ?? []) times.push(time);
    if (before && after) {
      used.operations += result.times?.length ?? 0;
      used.statements += after.statements - before.statements;
      used.commits += after.commits - before.commits;
    }
    for (const side of others) side.rates.push((await side.round(seconds)).rate);
  }
  const rate = median(rates);
  const per = (/** @type {number} */ count) => (used.operations > 0 ? count / used.operations : null);
  return {
    name,
    rate,
    p50: times.length > 0 ? median(times) : null,
    p99: times.length > 0 ? at(times, 0.99) : null,
    statements: per(used.statements),
    commits: per(used.commits),
    yardsticks: others.map(({ name: other, rates: theirs, goal = null }) => {
      const itsRate = median(theirs);
      return { name: other, rate: itsRate, ratio: rate / itsRate, goal };
    }),
    goals,
    load: loadavg()[0] ?? 0,
  };
}

/**
 * Works at a given concurrency for a time.
 * @param {(worker: number) => Promise<unknown>} work
 * @param {number} atOnce
 * @returns {(seconds: number) => Promise<Round>}
 */
export const underLoad = (work, atOnce) => async (seconds) => {
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  /** @type {number[]} */
  const times = [];
  const worker = async (/** @type {number} */ n) => {
    for (let sent = performance.now(); sent < end; sent = performance.now()) {
      await work(n);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => worker(n)));
  return { rate: (times.length * 1_000) / (performance.now() - begun), times };
};

/** @param {number[]} values @param {number} share */
export const at = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
/** @param {number[]} values */
export const median = (values) => at(values, 0.5);
