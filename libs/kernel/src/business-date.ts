import { type CalendarDate, addDays, dayOfWeek } from './time.js';

/** Why nothing settles on a date (`Saturday`, `Good Friday (TARGET)`), or null when it is a business day. */
export type Holidays = (date: CalendarDate) => string | null;

/** No market is closed for longer than this; a calendar that is must be wrong. */
const MAX_CLOSED_DAYS = 31;

export function weekend(date: CalendarDate): string | null {
  const day = dayOfWeek(date);
  if (day === 6) return 'Saturday';
  return day === 0 ? 'Sunday' : null;
}

/** Closed on each day on which one of the calendars is; the reason is that of the first one. */
export const unionOf =
  (...calendars: readonly Holidays[]): Holidays =>
  (date) => {
    for (const holidays of calendars) {
      const reason = holidays(date);
      if (reason !== null) return reason;
    }
    return null;
  };

export const isBusinessDay = (date: CalendarDate, holidays: Holidays): boolean => holidays(date) === null;

export const firstBusinessDayOnOrAfter = (date: CalendarDate, holidays: Holidays): CalendarDate =>
  nearestBusinessDay(date, 1, holidays);

export const lastBusinessDayOnOrBefore = (date: CalendarDate, holidays: Holidays): CalendarDate =>
  nearestBusinessDay(date, -1, holidays);

/** The date that many business days later, or earlier when negative: T+2 is two. Zero is the date itself, open or not. */
export function addBusinessDays(date: CalendarDate, days: number, holidays: Holidays): CalendarDate {
  const step = days < 0 ? -1 : 1;
  let moved = date;
  for (let left = Math.abs(days); left > 0; left--) {
    moved = nearestBusinessDay(addDays(moved, step), step, holidays);
  }
  return moved;
}

function nearestBusinessDay(date: CalendarDate, step: 1 | -1, holidays: Holidays): CalendarDate {
  for (let days = 0; days <= MAX_CLOSED_DAYS; days++) {
    const candidate = addDays(date, days * step);
    if (isBusinessDay(candidate, holidays)) return candidate;
  }
  throw new RangeError(`no business day within ${MAX_CLOSED_DAYS} days of ${date}`);
}
