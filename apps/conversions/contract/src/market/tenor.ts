import type { CalendarDate } from '@corridor/kernel';

/** The standard tenors, from the spot date on: weeks and months. */
export const tenors = ['SPOT', '1W', '2W', '3W', '1M', '2M', '3M', '4M', '5M', '6M', '9M', '12M'] as const;
export type Tenor = (typeof tenors)[number];

/** When a trade settles, beside the standard dates of that day. Calendars say them: see `termOn` of `@corridor/calendars`. */
export interface Term {
  readonly valueDate: CalendarDate;
  /** @param ccyPair in market order */
  dateOf(ccyPair: string, tenor: Tenor): CalendarDate;
}
