import {
  type CalendarDate,
  type Holidays,
  addDays,
  firstBusinessDayOnOrAfter,
  lastBusinessDayOnOrBefore,
  weekend,
} from '@corridor/kernel';

/** A conversion settles at most this many months ahead (decisions §2). */
export const FORWARD_MONTHS = 12;

/** On which dates no payment leaves, and why. Weekends only: the settlement systems' own holidays are not known yet. */
const calendar: Holidays = weekend;

/** The first date at or after this one on which a payment can leave. */
export const firstAvailableDate = (date: CalendarDate): CalendarDate =>
  firstBusinessDayOnOrAfter(date, calendar);

/** When a payment for this date leaves; one whose date has passed leaves as soon as it can. */
export const departureDate = (paymentDate: CalendarDate, today: CalendarDate): CalendarDate =>
  firstAvailableDate(paymentDate > today ? paymentDate : today);

/** The last date that a conversion of today can be settled on. */
export const lastAvailableDate = (today: CalendarDate): CalendarDate =>
  lastBusinessDayOnOrBefore(addMonths(today, FORWARD_MONTHS), calendar);

/** Every date from `first` to `last` on which no payment leaves, with the reason; null when there is none. */
export function unavailableDates(
  first: CalendarDate,
  last: CalendarDate,
): Record<CalendarDate, string> | null {
  const closed: Record<CalendarDate, string> = {};
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const reason = calendar(date);
    if (reason) closed[date] = reason;
  }
  return Object.keys(closed).length > 0 ? closed : null;
}

/** The same day of a later month, or that month's last day. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}
