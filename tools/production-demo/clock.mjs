/**
 * The clock of the demonstration. At night and at weekends banks are closed, and payments wait: then it is ahead of this machine's, by as
 * much as it takes to the next morning of a working day. It never goes back, also from one start to the next.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hours in UTC between which payments in pounds and euros still leave on the same day, with some time to spare. */
const [OPEN, CLOSED] = [7, 14];
const MORNING = 8;

/**
 * @param {string} folder
 * @param {string | undefined} wanted at which time it starts, such as `2027-03-02T09:00:00Z`; by default when banks are open
 * @returns {{ file: string, now: () => Date }} the file is for `clock-ahead.mjs`
 */
export function clockIn(folder, wanted) {
  const file = join(folder, 'clock');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const earliest = new Date(Date.now() + kept);
  const start = wanted === undefined ? openFrom(earliest) : new Date(wanted);
  if (Number.isNaN(start.getTime()) || start < earliest)
    throw new Error(`DEMO_TIME must be a time from ${earliest.toISOString()} on, not "${wanted}"`);
  writeFileSync(file, String(kept + start.getTime() - earliest.getTime()));
  return { file, now: () => new Date(Date.now() + Number(readFileSync(file, 'utf8'))) };
}

/** The time itself, if banks are open. @param {Date} time */
function openFrom(time) {
  if (isWorkingDay(time) && time.getUTCHours() >= OPEN && time.getUTCHours() < CLOSED) return time;
  const day = new Date(time);
  if (day.getUTCHours() >= OPEN) day.setUTCDate(day.getUTCDate() + 1);
  day.setUTCHours(MORNING, 0, 0, 0);
  while (!isWorkingDay(day)) day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

/** @param {Date} day */
const isWorkingDay = (day) => day.getUTCDay() % 6 !== 0;
