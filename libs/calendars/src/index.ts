export { closingsOf } from './calendar.js';
export * from './calendars.js';
export * from './settlement.js';
export * from './spot.js';
export * from './tenor.js';
export { zonedTime } from './zoned-time.js';
export { readOverrides, startCalendars } from './start-calendars.js';
