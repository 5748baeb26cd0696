import { addBusinessDays, type CalendarDate, firstBusinessDayOnOrAfter, unionOf } from '@corridor/kernel';
import { holidaysIn } from './calendars.js';
import { type Currencies, holidaysBetween } from './settlement.js';

const SPOT_DAYS = 2;

/** Currencies whose spot date against the dollar is one day after the trade. */
const NEXT_DAY = new Set(['CAD', 'PHP', 'TRY', 'RUB', 'KZT']);

/** Currencies whose markets do not count a day on which New York is closed. */
const COUNTS_NEW_YORK = new Set(['MXN', 'BRL', 'CLP', 'COP', 'PEN', 'ARS']);

/**
 * The spot date of a trade: two business days later, or one. On the days in between only the currencies other than the
 * dollar have to be open (a New York holiday on the first day does not defer the second, except in Latin America); on
 * the spot date all of them, and for a cross also the dollar.
 */
export function spotDate(currencies: Currencies, tradeDate: CalendarDate): CalendarDate {
  const traded = [currencies.sellCcyCode, currencies.buyCcyCode];
  const foreign = traded.filter((ccyCode) => ccyCode !== 'USD');
  const counted = traded.some((ccyCode) => COUNTS_NEW_YORK.has(ccyCode)) ? [...foreign, 'USD'] : foreign;
  const days = foreign.length > 0 && foreign.every((ccyCode) => NEXT_DAY.has(ccyCode)) ? 1 : SPOT_DAYS;

  const between = unionOf(...(counted.length > 0 ? counted : traded).map(holidaysIn));
  const before = addBusinessDays(tradeDate, days, between);
  return firstBusinessDayOnOrAfter(before, holidaysBetween(currencies));
}
