import { type Holidays, isCurrency } from '@corridor/kernel';
import { calendar, holidaysOf, type SettlementCalendar } from './calendar.js';
import { gis, kepss, nigeriaRtgs, samos, srbm } from './systems/africa.js';
import { certis, regis, sorbnet, viber } from './systems/central-europe.js';
import { chats, cnaps } from './systems/greater-china.js';
import { bahrainRtgs, kassip, omanRtgs, qps, sarie, uaefts } from './systems/gulf.js';
import { zengin } from './systems/japan.js';
import { bokWire } from './systems/korea.js';
import { eft, egyptRtgs, rtgsJordan, zahav } from './systems/levant.js';
import { kronos, millibankakerfi, nbo, rix } from './systems/nordics.js';
import { fedwire, lynx, spei } from './systems/north-america.js';
import { esas, rits } from './systems/oceania.js';
import { cud, lbtrChile, lbtrPeru, str } from './systems/south-america.js';
import { bdRtgs, lankaSettle, prism, rtgsIndia } from './systems/south-asia.js';
import { bahtnet, biRtgs, ibps, meps, philpass, rentas } from './systems/south-east-asia.js';
import { cifs } from './systems/taiwan.js';
import { chaps, sic, target } from './systems/western-europe.js';

/** Every currency whose settlement system's rules are known, by its code. */
export const calendars: ReadonlyMap<string, SettlementCalendar> = new Map(
  [
    ...[fedwire, lynx, spei, str, lbtrChile, cud, lbtrPeru],
    ...[target, chaps, sic, rix, nbo, kronos, millibankakerfi, sorbnet, certis, viber, regis],
    ...[eft, zahav, rtgsJordan, egyptRtgs, uaefts, sarie, qps, kassip, bahrainRtgs, omanRtgs],
    ...[samos, srbm, kepss, nigeriaRtgs, gis],
    ...[rtgsIndia, prism, bdRtgs, lankaSettle, meps, rentas, biRtgs, bahtnet, philpass, ibps],
    ...[cnaps, chats, cifs, zengin, bokWire, rits, esas],
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
