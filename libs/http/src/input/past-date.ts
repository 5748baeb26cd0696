import type { CalendarDate, FieldIssue } from '@corridor/kernel';

/**
 * The issues, and that a date has passed where it is not the only one. Alone it is no issue yet: yesterday the same
 * request may have been carried out, and the event store knows.
 * @param past the issue, at the date's place
 */
export function withPastDate(
  issues: readonly FieldIssue[],
  isFine: (pointer: string) => boolean,
  past: FieldIssue,
  date: CalendarDate | null,
  today: CalendarDate,
): readonly FieldIssue[] {
  const isOtherwiseFine = isFine('#') && issues.length === 0;
  const hasPassed = isFine(past.pointer) && date !== null && date < today;
  return hasPassed && !isOtherwiseFine ? [...issues, past] : issues;
}
