import { type CalendarDate, type Timestamp, timestamp } from '@corridor/kernel';

/**
 * The moment, in UTC, at which clocks in a time zone show a time of day. If the change to daylight saving time skips
 * it, the moment an hour later; if it occurs twice, the first one.
 *
 * @param time `HH:MM`
 * @param timeZone IANA name
 */
export function zonedTime(date: CalendarDate, time: string, timeZone: string): Timestamp {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [asUtc - DAY_MS, asUtc + DAY_MS].map((instant) => offsetMs(instant, timeZone));
  const early = asUtc - Math.max(before!, after!);
  const late = asUtc - Math.min(before!, after!);
  const moment = early + offsetMs(early, timeZone) === asUtc ? early : late;
  return timestamp(new Date(moment));
}

const DAY_MS = 86_400_000;

/** The UTC offset of a zone at a moment. */
function offsetMs(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const shown = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return shown - Math.floor(instant / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, clock);
  return clock;
}
