import { type Holidays, isCurrency } from '@corridor/kernel';
import { holidaysOf, type SettlementCalendar } from './calendar.js';
import { systems } from './data/systems.js';

/** The calendars of all known settlement systems, by currency code. */
export const calendars: ReadonlyMap<string, SettlementCalendar> = new Map(
  systems.map((one) => [one.ccyCode, one]),
);

/** Why a currency does not settle on a date. A currency without a calendar is closed on Saturdays and Sundays. */
export function holidaysIn(ccyCode: string): Holidays {
  const found = holidays.get(ccyCode);
  if (found) return found;
  if (!isCurrency(ccyCode)) throw new RangeError(`no currency ${ccyCode}`);
  return holidaysOf(calendarOf(ccyCode));
}

export const calendarOf = (ccyCode: string): SettlementCalendar =>
  calendars.get(ccyCode) ?? {
    ccyCode,
    system: 'correspondent banks',
    version: '2026-11-21',
    source: 'None: weekends only',
    announced: null,
    timeZone: 'UTC',
    cutOff: '12:00',
    weekend: ['Saturday', 'Sunday'],
  };

const holidays = new Map([...calendars].map(([ccyCode, one]) => [ccyCode, holidaysOf(one)]));
