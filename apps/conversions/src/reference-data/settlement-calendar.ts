import { calendarOf, closingsOf, cutOffOf } from '@corridor/calendars';
import type { CalendarResource } from '@corridor/conversions-contract';
import { addDays, dateOf, type Holidays, type Timestamp } from '@corridor/kernel';

/** A calendar as clients see it, with the holidays of this year and the next. */
export function settlementCalendarAt(ccyCode: string, now: Timestamp): CalendarResource {
  const calendar = calendarOf(ccyCode);
  const { system, version, source, announced, timeZone, cutOff, weekend } = calendar;
  const today = dateOf(now);
  const year = Number(today.slice(0, 4));
  return {
    ccyCode,
    system,
    version,
    source,
    announced,
    timeZone,
    cutOff,
    cutOffOn: cutOffOf(ccyCode, today),
    weekend: daysOff(weekend, today),
    holidays: [year, year + 1].flatMap((each) =>
      [...closingsOf(calendar, each)].map(([date, name]) => ({ date, name })),
    ),
  };
}

/** The names of the weekdays of this week on which it always rests. */
function daysOff(weekend: Holidays, today: string): string[] {
  const week = Array.from({ length: 7 }, (_, n) => addDays(today, n)).map(weekend);
  return ['Friday', 'Saturday', 'Sunday'].filter((day) => week.includes(day));
}
