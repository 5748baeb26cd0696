import type { Caller } from './caller.js';

/** UTC without a zone designator, milliseconds always present: `2026-11-21T09:30:00.123` (decisions §2). Sorts as text. */
export type Timestamp = string;

/** `YYYY-MM-DD`, a day of the years 0000 to 9999. Sorts as text. */
export type CalendarDate = string;

export const timestamp = (instant: Date): Timestamp => instant.toISOString().slice(0, -1);
export const dateOf = (at: Timestamp): CalendarDate => at.slice(0, 10);

/** The start of a date, in UTC. */
export const startOf = (date: CalendarDate): Timestamp => `${date}T00:00:00.000`;

/** The moment of a timestamp. */
export const instantOf = (at: Timestamp): Date => new Date(`${at}Z`);

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = midnight(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * A moment as people and programs write it (ISO 8601, RFC 3339): without a zone it is in UTC; seconds and their decimals
 * can be omitted, decimals beyond milliseconds are cut off.
 * @returns null for anything else, and outside of the years of a {@link CalendarDate}
 */
export function timestampFrom(text: string): Timestamp | null {
  const [, day = '', time = '', seconds = ':00', fraction = '.', zone = 'Z'] = ISO_8601.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  const at = timestamp(new Date(`${day}T${time}${seconds}${fraction.slice(0, 4).padEnd(4, '0')}${zone}`));
  return isCalendarDate(dateOf(at)) ? at : null;
}

/** @throws RangeError outside of the years of a {@link CalendarDate}. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const instant = midnight(date);
  instant.setUTCDate(instant.getUTCDate() + days);
  const [result = ''] = instant.toISOString().split('T');
  if (result.length !== date.length) throw new RangeError(`no date ${days} days from ${date}`);
  return result;
}

/** 0 is Sunday, 6 is Saturday. */
export const dayOfWeek = (date: CalendarDate): number => midnight(date).getUTCDay();

const midnight = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`);

/** The source of the current time: real, or controlled by a test. A class, so that Nest can inject it by its type. */
export abstract class Clock {
  abstract now(): Date;

  /** The present of the caller's client: another one than {@link now} if it has advanced its test clock, in the SANDBOX. */
  nowFor({ environment, clientTime }: Pick<Caller, 'environment' | 'clientTime'>): Date {
    if (environment === 'PRODUCTION' || !clientTime) return this.now();
    return 'at' in clientTime
      ? instantOf(clientTime.at)
      : new Date(this.now().getTime() + clientTime.aheadMs);
  }
}

/** For what no test clock advances: credentials, subscriptions, deliveries. */
export class RealTime extends Clock {
  constructor(private readonly clock: Clock) {
    super();
  }

  override now(): Date {
    return this.clock.now();
  }

  override nowFor(): Date {
    return this.now();
  }
}

export const nowOf = (clock: Clock): Timestamp => timestamp(clock.now());

/** The UTC date (decisions §2). */
export const todayOf = (clock: Clock): CalendarDate => dateOf(nowOf(clock));

/** The same for the caller's client: {@link Clock.nowFor}. */
export const nowFor = (caller: Caller, clock: Clock): Timestamp => timestamp(clock.nowFor(caller));
export const todayFor = (caller: Caller, clock: Clock): CalendarDate => dateOf(nowFor(caller, clock));
