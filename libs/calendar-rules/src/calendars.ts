import type { CalendarRules } from './calendar.js';
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

/** The rules of all known settlement systems, by currency. */
export const calendars: ReadonlyMap<string, CalendarRules> = new Map(
  [
    ...[fedwire, lynx, spei, str, lbtrChile, cud, lbtrPeru],
    ...[target, chaps, sic, rix, nbo, kronos, millibankakerfi, sorbnet, certis, viber, regis],
    ...[eft, zahav, rtgsJordan, egyptRtgs, uaefts, sarie, qps, kassip, bahrainRtgs, omanRtgs],
    ...[samos, srbm, kepss, nigeriaRtgs, gis],
    ...[rtgsIndia, prism, bdRtgs, lankaSettle, meps, rentas, biRtgs, bahtnet, philpass, ibps],
    ...[cnaps, chats, cifs, zengin, bokWire, rits, esas],
  ]
    .map((one): [string, CalendarRules] => [one.ccyCode, one])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
