import { startCalendars } from '@corridor/calendars';
import { Clock, todayOf } from '@corridor/kernel';
import { Config } from '@corridor/platform';
import { type FactoryProvider, Logger } from '@nestjs/common';

/** Puts the closed and open days in force that an operator has announced (ADR 8), before any request is served. */
export const calendarsAtStart: FactoryProvider = {
  provide: 'calendars at the start',
  inject: [Config, Clock],
  useFactory: (config: Config, clock: Clock) => {
    const notes = startCalendars(config.file('CALENDAR_OVERRIDES'), todayOf(clock));
    for (const note of notes) new Logger('Calendars').warn(note);
    return notes;
  },
};
