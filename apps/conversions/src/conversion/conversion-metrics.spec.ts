import { TestClock } from '@corridor/testing';
import { gaugesOf, openTestDatabase, partialRow } from '@corridor/testing/service';
import { RatesMetrics } from '../rates/rates-metrics.js';
import { service } from '../service.js';
import { ConversionMetrics } from './conversion-metrics.js';

const HOUR_MS = 3_600_000;

test('what is booked and not exchanged is counted, with the age of the oldest', async () => {
  const db = await openTestDatabase(service.migrations);
  const made = [
    ['BOOKED', 1],
    ['BOOKED', 3],
    ['EXCHANGED', 9],
  ] as const;
  for (const [status, age] of made) {
    const created_on = new Date(Date.now() - age * HOUR_MS).toISOString().slice(0, -1);
    const written = { stream_version: 1, status, sell_ccy_code: 'GBP', buy_ccy_code: 'EUR', value_date: '' };
    await partialRow(db, 'conversion', { id: `con_${age}`, created_on, ...written });
  }
  expect(await gaugesOf(db, (metrics) => new ConversionMetrics(metrics))).toEqual({
    'conversions{status="BOOKED"}': 2,
    'conversion_oldest_seconds{status="BOOKED"}': expect.closeTo(3 * 3_600, -3),
  });
  await db.close();
});

test('the age of the oldest rate, and halts by cause', async () => {
  const clock = new TestClock(new Date('2026-11-21T09:30:00.000Z'));
  const quotes = ['2026-11-21T09:29:00.000', '2026-11-21T09:20:00.000'].map((quotedOn) => ({ quotedOn }));
  const halts = ['STALE', 'STALE', 'DEALER'].map((cause) => ({ cause }));
  const shown = (isSimulated: boolean, some: readonly object[] = quotes) => {
    const live = { state: async () => ({ published: { isSimulated, quotes: some }, halts }) };
    return gaugesOf(
      { searches: null as never },
      (metrics) => new RatesMetrics(metrics, live as never, clock),
    );
  };
  const byCause = {
    'dealing_halts{cause="STALE"}': 2,
    'dealing_halts{cause="JUMP"}': 0,
    'dealing_halts{cause="DEALER"}': 1,
  };
  expect(await shown(false)).toEqual({ ...byCause, rate_age_seconds: 600 });
  expect(await shown(true)).toEqual({ ...byCause, rate_age_seconds: 0 });
  expect(await shown(false, [])).toEqual(byCause);
});
