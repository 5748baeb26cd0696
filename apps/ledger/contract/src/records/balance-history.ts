import { ccyCode, date, id, listOf, money, named, part, type RecordOf } from '@corridor/contracts';

/** What the wallets of a client had at the end of each day. */
export const balanceHistory = named('BalanceHistory', {
  from: date,
  to: date,
  wallets: listOf(
    part({
      id: id('wal'),
      ccyCode,
      openingBalance: money,
      /** A day without one has the balance of the day before. */
      changes: listOf(part({ date, balance: money })),
    }),
  ),
});
export type BalanceHistoryResource = RecordOf<typeof balanceHistory>;
