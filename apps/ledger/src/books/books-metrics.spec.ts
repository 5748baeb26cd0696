import { gaugesOf, openTestDatabase, partialRow } from '@corridor/testing/service';
import { service } from '../service.js';
import { BooksMetrics } from './books-metrics.js';

test('the sum of a currency is zero, or what is wrong in its smallest units', async () => {
  const db = await openTestDatabase(service.migrations);
  const sums = [
    ['GBP', 500],
    ['GBP', -500],
    ['EUR', 700],
    ['EUR', -705],
  ] as const;
  for (const [ccy_code, minor] of sums) await partialRow(db, 'book_day_change', { ccy_code, minor });
  expect(await gaugesOf(db, (metrics) => new BooksMetrics(metrics))).toEqual({
    'ledger_imbalance{ccy="GBP"}': 0,
    'ledger_imbalance{ccy="EUR"}': -5,
  });
  await db.close();
});
