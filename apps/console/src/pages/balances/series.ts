import type { BalanceHistory, Rate } from '../../api/records.js';
import { type Exact, exact, plus, rounded, times } from '../../ui/exact.js';

type WalletHistory = BalanceHistory['wallets'][number];

/** A balance at the end of each day. */
export interface Series {
  readonly ccyCode: string;
  /** Such as `2026-11-23`, oldest first, without a gap. */
  readonly days: readonly string[];
  readonly values: readonly number[];
}

const DAY_MS = 86_400_000;

export function daysOf({ from, to }: Pick<BalanceHistory, 'from' | 'to'>): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** A day without a change has the balance of the day before. */
function valuesOf({ openingBalance, changes }: WalletHistory, days: readonly string[]): readonly number[] {
  const changed = new Map(changes.map(({ date, balance }) => [date, balance.value]));
  let value = openingBalance.value;
  return days.map((day) => (value = changed.get(day) ?? value));
}

export function seriesOf(history: BalanceHistory, ccyCode: string): Series | null {
  const wallet = history.wallets.find((one) => one.ccyCode === ccyCode);
  const days = daysOf(history);
  return wallet ? { ccyCode, days, values: valuesOf(wallet, days) } : null;
}

const NOTHING: Exact = { digits: 0n, places: 0 };

/**
 * All wallets in one currency: every day at the same rates, so that it moves only when money does. What one unit of a currency is
 * worth is what the client would get for it. Exact; each day is rounded once.
 * @param places decimals of the currency
 */
export function totalOf(
  history: BalanceHistory,
  rates: readonly Rate[],
  ccyCode: string,
  places: number,
): Series {
  const days = daysOf(history);
  const worth = new Map(rates.map(({ baseCcy, sellRate }) => [baseCcy, exact(sellRate)]));
  worth.set(ccyCode, exact(1));
  const valued = history.wallets.flatMap((wallet) => {
    const rate = worth.get(wallet.ccyCode);
    return rate ? [valuesOf(wallet, days).map((value) => times(exact(value), rate))] : [];
  });
  const values = days.map((_, day) =>
    rounded(
      valued.reduce((sum, own) => plus(sum, own[day] ?? NOTHING), NOTHING),
      places,
    ),
  );
  return { ccyCode, days, values };
}

/** The days on which it moved, newest first, and the first day. */
export const changesOf = ({ days, values }: Series) =>
  days
    .map((day, i) => ({ day, value: values[i] ?? 0, before: values[i - 1] }))
    .filter(({ value, before }) => value !== before)
    .toReversed();
