import { startCalendars } from '@corridor/calendars';
import { Clock, todayOf } from '@corridor/kernel';
import { type CalendarSettings, calendarSettings } from '@corridor/platform';
import { type FactoryProvider, Logger } from '@nestjs/common';

/** Applies the operator's calendar overrides (ADR 8) before any request is served. */
export const calendarsAtStart: FactoryProvider = {
  provide: 'calendars at the start',
  inject: [calendarSettings.KEY, Clock],
  useFactory: ({ overrides }: CalendarSettings, clock: Clock) => {
    const notes = startCalendars(overrides, todayOf(clock));
    for (const note of notes) new Logger('Calendars').warn(note);
    return notes;
  },
};
