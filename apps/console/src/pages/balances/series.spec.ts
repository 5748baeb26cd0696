import type { BalanceHistory, Rate } from '../../api/records.js';
import { changesOf, seriesOf, totalOf } from './series.js';

const amount = (ccyCode: string, value: number) => ({ ccyCode, value });
const wallet = (ccyCode: string, opening: number, changes: Readonly<Record<string, number>>) => ({
  ...{ id: `wal_${ccyCode}`, ccyCode, openingBalance: amount(ccyCode, opening) },
  changes: Object.entries(changes).map(([date, value]) => ({ date, balance: amount(ccyCode, value) })),
});
const history: BalanceHistory = {
  ...{ from: '2026-11-29', to: '2026-12-02' },
  wallets: [
    wallet('EUR', 0.1, { '2026-11-30': 0.2 }),
    wallet('GBP', 5, { '2026-11-29': 7, '2026-12-02': 0 }),
    wallet('KPW', 900, {}),
  ],
};
const rate = (baseCcy: string, sellRate: number): Rate => ({
  ...{ ccyPair: `${baseCcy}GBP`, baseCcy, quoteCcy: 'GBP', sellRate, buyRate: sellRate + 1 },
});

test('a day without a change has the balance of the day before, over the end of a month', () => {
  expect(seriesOf(history, 'GBP')).toEqual({
    ccyCode: 'GBP',
    days: ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'],
    values: [7, 7, 7, 0],
  });
  expect(seriesOf(history, 'EUR')?.values).toEqual([0.1, 0.2, 0.2, 0.2]);
  expect(seriesOf(history, 'USD')).toBeNull();
});

test('the total is exact, rounded once, at what selling brings, without what has no rate', () => {
  expect(totalOf(history, [rate('EUR', 0.85)], 'GBP', 2).values).toEqual([7.08, 7.17, 7.17, 0.17]);
  expect(totalOf(history, [rate('EUR', 0.85)], 'GBP', 3).values).toEqual([7.085, 7.17, 7.17, 0.17]);
  expect(totalOf(history, [], 'GBP', 2).values).toEqual([7, 7, 7, 0]);
});

test('the changes are those of days on which it moved', () => {
  const gbp = seriesOf(history, 'GBP');
  expect(gbp && changesOf(gbp).map(({ day, value }) => [day, value])).toEqual([
    ['2026-12-02', 0],
    ['2026-11-29', 7],
  ]);
});
