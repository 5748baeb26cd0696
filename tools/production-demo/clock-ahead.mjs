/**
 * For `node --import`: the program's clock is ahead of this machine's by CLOCK_AHEAD_MS, or by what the file CLOCK_AHEAD_FILE says at
 * the moment. With the file, work that a program does every few minutes is done every second. Timers otherwise take as long as ever, and
 * Postgres keeps its own time.
 */
import { readFileSync } from 'node:fs';

const { CLOCK_AHEAD_FILE: file, CLOCK_AHEAD_MS } = process.env;
const aheadMs = () => Number(file ? readFileSync(file, 'utf8') : CLOCK_AHEAD_MS);
const { now } = Date;
Date.now = () => now() + aheadMs();

globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length === 0 ? [date.now()] : given, target),
});

if (file) {
  /** @type {(work: () => void, ms?: number) => NodeJS.Timeout} */
  const start = setInterval;
  globalThis.setInterval = Object.assign(
    (/** @type {() => void} */ work, /** @type {number | undefined} */ ms = 0) =>
      start(work, ms >= 60_000 ? 1_000 : ms),
    start, // `promisify` looks for its own variant there
  );
}
