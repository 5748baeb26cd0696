import { holidaysIn, zonedTime } from '@corridor/calendars';
import {
  type CalendarDate,
  type Timestamp,
  addDays,
  dateOf,
  firstBusinessDayOnOrAfter,
  isCurrency,
} from '@corridor/kernel';
import { list } from '@corridor/platform';
import type { RailPayment } from './payment-rail.js';

/** Until when, on a banking day, a bank executes what it gets on the same day: by currency, and so by account (ADR 69). */
export type CutOffs = ReadonlyMap<string, CutOff>;

interface CutOff {
  /** `HH:MM` */
  readonly time: string;
  /** IANA name */
  readonly timeZone: string;
}

/** @param given `EUR=15:30 Europe/Berlin,USD=17:00 America/New_York` */
export function cutOffsOf(given: string): CutOffs {
  const cutOffs = new Map<string, CutOff>();
  for (const one of list(given)) {
    const [, ccyCode = '', time = '', timeZone = ''] =
      /^([A-Z]{3})=((?:[01]\d|2[0-3]):[0-5]\d) (\S+)$/.exec(one) ?? [];
    if (!isCurrency(ccyCode) || !isTimeZone(timeZone))
      throw new Error(
        `must be times of day such as EUR=15:30 Europe/Berlin, separated by commas, not "${one}"`,
      );
    if (cutOffs.has(ccyCode)) throw new Error(`must name each currency once, not ${ccyCode} again`);
    cutOffs.set(ccyCode, { time, timeZone });
  }
  return cutOffs;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * When a bank executes a payment that it gets now: on its value date, or on the first banking day after it of which the cut-off has
 * not passed. Without a cut-off of the currency the bank decides.
 */
export function executionDateOf(
  { amount: { ccyCode }, valueDate }: Pick<RailPayment, 'amount' | 'valueDate'>,
  cutOffs: CutOffs,
  now: Timestamp,
): CalendarDate {
  const cutOff = cutOffs.get(ccyCode);
  if (!cutOff) return valueDate;
  const holidays = holidaysIn(ccyCode);
  // Anywhere on earth the cut-offs before it have passed.
  const yesterday = addDays(dateOf(now), -1);
  return firstBusinessDayOnOrAfter(
    valueDate > yesterday ? valueDate : yesterday,
    (date) => holidays(date) ?? (now > zonedTime(date, cutOff.time, cutOff.timeZone) ? 'Too late' : null),
  );
}
