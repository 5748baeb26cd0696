import { calendarOf, closingsOf, cutOffOf } from '@corridor/calendars';
import type { CalendarResource } from '@corridor/conversions-contract';
import { dateOf, type Timestamp } from '@corridor/kernel';

/** The public record of a calendar, with the holidays of this year and the next. */
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
    weekend: [...weekend],
    holidays: [year, year + 1].flatMap((each) =>
      [...closingsOf(calendar, each)].map(([date, name]) => ({ date, name })),
    ),
  };
}
