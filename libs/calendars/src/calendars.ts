import { type Holidays, isCurrency } from '@corridor/kernel';
import { calendar, holidaysOf, type SettlementCalendar } from './calendar.js';
import { certis, regis, sorbnet, viber } from './systems/central-europe.js';
import { kronos, millibankakerfi, nbo, rix } from './systems/nordics.js';
import { fedwire, lynx, spei } from './systems/north-america.js';
import { esas, rits } from './systems/oceania.js';
import { chaps, sic, target } from './systems/western-europe.js';

/** Every currency whose settlement system's rules are known, by its code. */
export const calendars: ReadonlyMap<string, SettlementCalendar> = new Map(
  [
    ...[fedwire, lynx, spei, target, chaps, sic, rix, nbo, kronos, millibankakerfi],
    ...[sorbnet, certis, viber, regis, rits, esas],
  ]
    .map((one): [string, SettlementCalendar] => [one.ccyCode, one])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** Why nothing settles in a currency on a date. One whose rules are not known rests on Saturdays and Sundays. */
export function holidaysIn(ccyCode: string): Holidays {
  const found = holidays.get(ccyCode);
  if (found) return found;
  if (!isCurrency(ccyCode)) throw new RangeError(`no currency ${ccyCode}`);
  return holidaysOf(calendarOf(ccyCode));
}

export const calendarOf = (ccyCode: string): SettlementCalendar =>
  calendars.get(ccyCode) ??
  calendar({
    ccyCode,
    system: 'correspondent banks',
    source: 'None: weekends only',
    timeZone: 'UTC',
    cutOff: '12:00',
    rules: [],
  });

const holidays = new Map([...calendars].map(([ccyCode, one]) => [ccyCode, holidaysOf(one)]));
