import {
  addDays,
  type CalendarDate,
  dateOf,
  firstBusinessDayOnOrAfter,
  type Holidays,
  lastBusinessDayOnOrBefore,
  type Timestamp,
  unionOf,
} from '@corridor/kernel';
import { calendarOf, holidaysIn } from './calendars.js';
import { zonedTime } from './zoned-time.js';

/** The sold and the bought currency; the same one twice if nothing is converted. */
export interface Currencies {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
}

/** Dates are accepted at most this many months ahead (decisions §2). */
export const FORWARD_MONTHS = 12;

/**
 * Closed on each day on which one of the two currencies is closed, and for crosses also the dollar, because they
 * consist of two trades against it (decisions §2). The reason of the bought currency comes first.
 */
export function holidaysBetween({ sellCcyCode, buyCcyCode }: Currencies): Holidays {
  if (sellCcyCode === buyCcyCode) return holidaysIn(buyCcyCode);
  return unionOf(...[...new Set([buyCcyCode, sellCcyCode, 'USD'])].map(holidaysIn));
}

/** The cut-off for payments in a currency to be sent on a date. */
export function cutOffOf(ccyCode: string, date: CalendarDate): Timestamp {
  const { cutOff, timeZone } = calendarOf(ccyCode);
  return zonedTime(date, cutOff, timeZone);
}

/** For two currencies the day ends when it ends for one of them. */
export function cutOffBetween({ sellCcyCode, buyCcyCode }: Currencies, date: CalendarDate): Timestamp {
  const [sell, buy] = [cutOffOf(sellCcyCode, date), cutOffOf(buyCcyCode, date)];
  return sell < buy ? sell : buy;
}

/** As {@link holidaysBetween}; a day whose cut-off has passed is closed too. */
export function closedAt(currencies: Currencies, now: Timestamp): Holidays {
  const holidays = holidaysBetween(currencies);
  const tomorrow = addDays(dateOf(now), 1); // in the far east its cut-off may have passed already
  return (date) => holidays(date) ?? (date > tomorrow ? null : passedCutOff(currencies, date, now));
}

function passedCutOff(currencies: Currencies, date: CalendarDate, now: Timestamp): string | null {
  const { sellCcyCode, buyCcyCode } = currencies;
  if (now <= cutOffBetween(currencies, date)) return null;
  const passed = now > cutOffOf(buyCcyCode, date) ? buyCcyCode : sellCcyCode;
  const { system, cutOff, timeZone } = calendarOf(passed);
  return `After the cut-off at ${cutOff} ${timeZone} (${system})`;
}

/** The date on which money due on a date settles, as of now: that date, or the next available one. */
export function settlementDate(currencies: Currencies, date: CalendarDate, now: Timestamp): CalendarDate {
  const today = dateOf(now);
  return firstBusinessDayOnOrAfter(date > today ? date : today, closedAt(currencies, now));
}

/** The last date that is accepted today. Like each of them it may be closed: then the money settles after it. */
export const lastAcceptedDate = (today: CalendarDate): CalendarDate => addMonths(today, FORWARD_MONTHS);

/** The last accepted date on which money settles. */
export const lastSettlementDate = (currencies: Currencies, today: CalendarDate): CalendarDate =>
  lastBusinessDayOnOrBefore(lastAcceptedDate(today), holidaysBetween(currencies));

/** Every closed date from `first` to `last`, with the reason; null if there is none. */
export function unavailableDates(
  closed: Holidays,
  first: CalendarDate,
  last: CalendarDate,
): Record<CalendarDate, string> | null {
  const reasons: Record<CalendarDate, string> = {};
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const reason = closed(date);
    if (reason) reasons[date] = reason;
  }
  return Object.keys(reasons).length > 0 ? reasons : null;
}

/** The same day of a later month, or its last day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}
