import { type CalendarDate, type Clock, dateOf, timestamp } from '@corridor/kernel';

/** The UTC date (decisions §2). */
export const todayOf = (clock: Clock): CalendarDate => dateOf(timestamp(clock.now()));
