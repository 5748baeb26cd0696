/** UTC without a zone designator, milliseconds always present: `2026-11-21T09:30:00.123` (decisions §2). Sorts as text. */
export type Timestamp = string;

/** `YYYY-MM-DD`. Sorts as text. */
export type CalendarDate = string;

export const timestamp = (instant: Date): Timestamp => instant.toISOString().slice(0, -1);
export const dateOf = (at: Timestamp): CalendarDate => at.slice(0, 10);

/** The moment that a timestamp names. */
export const instantOf = (at: Timestamp): Date => new Date(`${at}Z`);

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}

/** What the time is: the real one, or a test's. A class, so that Nest can inject it by its type. */
export abstract class Clock {
  abstract now(): Date;
}
