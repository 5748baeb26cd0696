import type { CalendarDate } from '@corridor/kernel';
import { unreadable } from './xml/unreadable-file.js';

/** The date of `2026-11-23`, `2026-11-23+01:00` or `2026-11-23T09:30:00Z`, as the bank has written it. @throws UnreadableFile */
export function dateOf(where: string, text: string): CalendarDate {
  const day = text.slice(0, 10);
  const isDate = /^\d{4}-\d{2}-\d{2}($|[T+\-Z])/.test(text) && isInCalendar(day);
  return isDate ? day : unreadable(where, `“${text}” is no date`);
}

/** `261123` as a date of this century. @throws UnreadableFile */
export function shortDateOf(where: string, text: string): CalendarDate {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return isInCalendar(day) ? day : unreadable(where, `“${text}” is no date`);
}

function isInCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
