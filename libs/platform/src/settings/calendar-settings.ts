import { type CalendarDate, Clock, todayOf } from '@corridor/kernel';
import { type FactoryProvider, Logger } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { fileText } from './parse.js';
import { optionalSetting } from './setting.js';
import { settingsOf } from './settings.js';

/** For the services that compute with settlement calendars. */
export const calendarSettings = settingsOf('calendars', {
  overrides: optionalSetting(
    'CALENDAR_OVERRIDES',
    'text file of days on which a settlement system is closed or open against its calendar: lines such as `CHAPS, 2027-09-20, closed, State funeral`',
    fileText,
  ),
});

export type CalendarSettings = ConfigType<typeof calendarSettings>;

/**
 * Applies the operator's calendar overrides (ADR 8) before any request is served.
 * @param start `startCalendars` of `@corridor/calendars`, on which only these services depend
 */
export const calendarsAtStart = (
  start: (overrides: string | null, today: CalendarDate) => readonly string[],
) =>
  ({
    provide: 'calendars at the start',
    inject: [calendarSettings.KEY, Clock],
    useFactory: ({ overrides }: CalendarSettings, clock: Clock) => {
      const notes = start(overrides, todayOf(clock));
      for (const note of notes) new Logger('Calendars').warn(note);
      return notes;
    },
  }) satisfies FactoryProvider;
