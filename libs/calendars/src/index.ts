export { closingsOf, holidaysOf, type SettlementCalendar } from './calendar.js';
export * from './calendars.js';
export * from './settlement.js';
export * from './spot.js';
