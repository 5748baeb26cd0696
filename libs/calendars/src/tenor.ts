import {
  addDays,
  type CalendarDate,
  firstBusinessDayOnOrAfter,
  lastBusinessDayOnOrBefore,
} from '@corridor/kernel';
import { addMonths, type Currencies, holidaysBetween } from './settlement.js';
import { spotDate } from './spot.js';

/**
 * The date of a standard tenor, `SPOT`, `2W` or `3M`: that long after the spot date, or on the next business day, but in the same month
 * (modified following). Months from the last business day of a month end on the last one, too.
 */
export function tenorDate(currencies: Currencies, tenor: string, today: CalendarDate): CalendarDate {
  const spot = spotDate(currencies, today);
  if (tenor === 'SPOT') return spot;
  const holidays = holidaysBetween(currencies);
  const count = Number.parseInt(tenor, 10);
  if (tenor.endsWith('W')) return firstBusinessDayOnOrAfter(addDays(spot, 7 * count), holidays);
  const lastOf = (date: CalendarDate) => lastBusinessDayOnOrBefore(monthEnd(date), holidays);
  const day = addMonths(spot, count);
  const following = firstBusinessDayOnOrAfter(day, holidays);
  const isPast = following > monthEnd(day);
  return isPast || spot === lastOf(spot) ? lastOf(day) : following;
}

const monthEnd = (date: CalendarDate): CalendarDate => addDays(addMonths(`${date.slice(0, 8)}01`, 1), -1);

/** A value date, and the standard dates of pairs (`EURUSD`) on a day. */
export const termOn = (valueDate: CalendarDate, today: CalendarDate) => ({
  valueDate,
  dateOf: (ccyPair: string, tenor: string): CalendarDate =>
    tenorDate({ sellCcyCode: ccyPair.slice(0, 3), buyCcyCode: ccyPair.slice(3) }, tenor, today),
});
