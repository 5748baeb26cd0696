import type { CalendarDate, FieldFault } from '@corridor/kernel';

/**
 * The faults, and that a date has passed where it is not the only one. Alone it is no fault yet: yesterday the same
 * request may have been carried out, and the event store knows.
 * @param past the fault, at the date's place
 */
export function withPastDate(
  faults: readonly FieldFault[],
  isFine: (pointer: string) => boolean,
  past: FieldFault,
  date: CalendarDate | null,
  today: CalendarDate,
): readonly FieldFault[] {
  const isOtherwiseFine = isFine('#') && faults.length === 0;
  const hasPassed = isFine(past.pointer) && date !== null && date < today;
  return hasPassed && !isOtherwiseFine ? [...faults, past] : faults;
}
