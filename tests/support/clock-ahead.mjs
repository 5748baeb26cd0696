/**
 * For `node --import`: the program's clock is ahead of this machine's by CLOCK_AHEAD_MS. Timers take as long as ever, and
 * Postgres keeps its own time.
 */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const { now } = Date;
Date.now = () => now() + aheadMs;

globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length === 0 ? [date.now()] : given, target),
});
