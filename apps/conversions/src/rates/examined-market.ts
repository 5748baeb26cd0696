import { type Clock, type Timestamp, instantOf, nowOf } from '@corridor/kernel';
import { type Found, SystemClock, outside } from '@corridor/platform';
import { PointsSource } from '../points/points-source.js';
import { PolledRates } from './polled-rates.js';
import { rateSettings } from './rate-settings.js';
import { ratesFrom } from './rates-from.js';

/** What `RATES` and `FORWARD_POINTS` name, read as the service reads it. */
export const examinedMarket = [
  outside('rate source', rateSettings, async (settings) => {
    const clock = new SystemClock();
    const source = ratesFrom(settings, clock);
    if (!(source instanceof PolledRates)) return null;
    await source.readNow();
    return current('rates', source.quotes(), clock);
  }),
  outside('forward points', rateSettings, async (settings) => {
    const clock = new SystemClock();
    const source = new PointsSource(settings, clock, 'SANDBOX');
    await source.readNow();
    const curves = source.curves() ?? [];
    return curves.length === 0 ? null : current('points', curves, clock);
  }),
];

interface Dated {
  readonly quotedOn?: Timestamp | null;
  readonly validUntil: Timestamp | null;
}

/** @throws Error if all of them are too old */
function current(what: string, all: readonly Dated[], clock: Clock): Found {
  const at = nowOf(clock);
  const old = all.filter(({ validUntil }) => validUntil !== null && validUntil <= at).length;
  const newest = all.map(({ quotedOn }) => quotedOn ?? '').reduce((a, b) => (a > b ? a : b));
  if (old === all.length) throw new Error(`the ${what} of ${newest} are too old: nothing is priced by them`);
  return {
    detail: `${what} of ${all.length} pairs${old > 0 ? `, ${old} of them too old` : ''}`,
    on: instantOf(newest),
  };
}
