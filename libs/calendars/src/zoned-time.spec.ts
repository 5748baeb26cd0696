import { zonedTime } from './zoned-time.js';

test.each([
  ['2026-01-15', '17:00', 'Europe/London', '2026-01-15T17:00:00.000'],
  ['2026-07-15', '17:00', 'Europe/London', '2026-07-15T16:00:00.000'],
  ['2026-03-27', '17:00', 'Europe/Berlin', '2026-03-27T16:00:00.000'], // Friday before the clocks go forward
  ['2026-03-30', '17:00', 'Europe/Berlin', '2026-03-30T15:00:00.000'],
  ['2026-10-23', '17:00', 'Europe/Berlin', '2026-10-23T15:00:00.000'],
  ['2026-10-26', '17:00', 'Europe/Berlin', '2026-10-26T16:00:00.000'],
  ['2026-03-06', '18:00', 'America/New_York', '2026-03-06T23:00:00.000'],
  ['2026-03-09', '18:00', 'America/New_York', '2026-03-09T22:00:00.000'], // two weeks before Europe
  ['2026-11-20', '15:00', 'Asia/Tokyo', '2026-11-20T06:00:00.000'],
  ['2026-11-20', '16:30', 'Australia/Sydney', '2026-11-20T05:30:00.000'],
  ['2026-06-19', '16:30', 'Australia/Sydney', '2026-06-19T06:30:00.000'],
  ['2026-11-20', '09:00', 'Pacific/Auckland', '2026-11-19T20:00:00.000'], // the day before, in UTC
  ['2026-11-20', '17:30', 'Asia/Kolkata', '2026-11-20T12:00:00.000'],
  ['2026-03-29', '01:30', 'Europe/London', '2026-03-29T01:30:00.000'], // shown by no clock
  ['2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30:00.000'], // shown twice
])('%s %s in %s is %s UTC', (date, time, zone, utc) => expect(zonedTime(date, time, zone)).toBe(utc));
