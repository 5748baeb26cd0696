import type { Timestamp } from '@corridor/kernel';
import { instantOf, timestamp } from '@corridor/kernel';

const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
export type Day = (typeof DAYS)[number];
export const days: readonly Day[] = DAYS;

/** A moment of each week, in UTC. */
export interface WeeklyTime {
  readonly day: Day;
  /** `22:00` */
  readonly time: string;
}

/** From when to when a pair is closed each week; null if it is never closed. */
export type DealingHours = { readonly closes: WeeklyTime; readonly opens: WeeklyTime } | null;

const WEEK_MS = 7 * 86_400_000;
/** A Sunday, 00:00. */
const FIRST_SUNDAY_MS = Date.UTC(1970, 0, 4);

const inWeek = ({ day, time }: WeeklyTime): number =>
  DAYS.indexOf(day) * 86_400_000 + Date.parse(`1970-01-01T${time}:00Z`);

/** Of a moment, since the last one of that time of the week. */
const sinceMs = (at: number, time: WeeklyTime): number =>
  (((at - FIRST_SUNDAY_MS - inWeek(time)) % WEEK_MS) + WEEK_MS) % WEEK_MS;

export function isOpen(hours: DealingHours, at: Timestamp): boolean {
  if (!hours) return true;
  const ms = instantOf(at).getTime();
  return sinceMs(ms, hours.opens) < sinceMs(ms, hours.closes);
}

/** The next closing after a moment; null if there is none. */
export function nextClosing(hours: DealingHours, at: Timestamp): Timestamp | null {
  if (!hours) return null;
  const ms = instantOf(at).getTime();
  return timestamp(new Date(ms + WEEK_MS - sinceMs(ms, hours.closes)));
}

/** `closed from FRIDAY 22:00 to SUNDAY 22:00 UTC` */
export const hoursText = (hours: DealingHours): string =>
  hours
    ? `closed from ${hours.closes.day} ${hours.closes.time} to ${hours.opens.day} ${hours.opens.time} UTC`
    : 'always open';

const HOURS = /^([A-Z]{3}) ([01]\d|2[0-3]):([0-5]\d)-([A-Z]{3}) ([01]\d|2[0-3]):([0-5]\d)$/;

/** `always`, or when pairs are closed each week, in UTC: `FRI 22:00-SUN 22:00`. @throws Error that says what is expected */
export function hoursFrom(text: string): DealingHours {
  if (text === 'always') return null;
  const [, closingDay = '', ...rest] = HOURS.exec(text) ?? [];
  const [closingHour, closingMinute, openingDay = '', openingHour, openingMinute] = rest;
  const [closes, opens] = [closingDay, openingDay].map((short) =>
    DAYS.find((day) => short && day.startsWith(short)),
  );
  if (!closes || !opens) throw new Error(`must be "always" or such as "FRI 22:00-SUN 22:00", not "${text}"`);
  return {
    closes: { day: closes, time: `${closingHour}:${closingMinute}` },
    opens: { day: opens, time: `${openingHour}:${openingMinute}` },
  };
}
