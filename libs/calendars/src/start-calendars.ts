import { addDays, type CalendarDate } from '@corridor/kernel';
import { dataOf, holidaysOf, type SettlementCalendar, weekendDay } from './calendar.js';
import { calendars } from './calendars.js';
import { FIRST_YEAR, LAST_YEAR } from './data/years.js';
import { type Override, setOverrides } from './overrides.js';
import { addMonths, FORWARD_MONTHS } from './settlement.js';

/** Longer than any market is closed; the limit of the search for the next open day. */
const MOST_CLOSED_DAYS = 21;
/** How long before the end of the data a warning is logged. */
const NOTICE_MONTHS = 36;

/**
 * Prepares the calendars: applies the operator's overrides, replacing earlier ones, and checks that the data cover the
 * booking horizon.
 * @param overrides the text of the file that CALENDAR_OVERRIDES names; null if there is none
 * @returns warnings for the operator
 * @throws Error that names every invalid line, or says that the data have ended
 */
export function startCalendars(overrides: string | null, today: CalendarDate): string[] {
  const end = `${LAST_YEAR}-12-31`;
  if (addMonths(today, FORWARD_MONTHS) > end)
    throw new Error(`The calendars end with ${LAST_YEAR}: a release with later years is needed`);
  const applied = readOverrides(overrides);
  setOverrides(applied);
  return [
    ...(addMonths(today, NOTICE_MONTHS) > end ? [`The calendars end with ${LAST_YEAR}`] : []),
    ...applied
      .filter(isWithoutEffect)
      .map(
        (one) =>
          `CALENDAR_OVERRIDES, line ${one.line}: ${one.system} is ${stateOf(one)} on ${one.date} also without this line`,
      ),
  ];
}

/**
 * Each line is `system, date, closed or open, name`; empty lines and lines that begin with # are ignored.
 * @param text null if there is no file
 * @throws Error that names every invalid line
 */
export function readOverrides(text: string | null): Override[] {
  const overrides: Override[] = [];
  const errors: string[] = [];
  for (const [n, line] of (text ?? '')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const read = readLine(line, n + 1);
    const error = typeof read === 'string' ? read : errorIn(read, overrides);
    if (error !== null) errors.push(`line ${n + 1}: ${error}`);
    if (typeof read !== 'string') overrides.push(read);
  }
  if (errors.length === 0) errors.push(...closedTooLong(overrides));
  if (errors.length > 0) throw new Error(`CALENDAR_OVERRIDES must have valid lines: ${errors.join('; ')}`);
  return overrides;
}

function readLine(text: string, line: number): Override | string {
  const [system = '', date = '', state = '', ...name] = text.split(',').map((part) => part.trim());
  if (name.join('') === '') return 'must be "system, date, closed or open, name"';
  if (state !== 'closed' && state !== 'open') return `"${state}" must be closed or open`;
  return { line, system, date, isClosed: state === 'closed', name: name.join(', ') };
}

function errorIn({ system, date }: Override, before: readonly Override[]): string | null {
  const calendar = calendarNamed(system);
  if (!calendar) return `no system "${system}"; there are ${systemNames().join(', ')}`;
  if (!isDate(date)) return `"${date}" is no date: it must be written 2027-05-03`;
  const year = Number(date.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR)
    return `${date} is outside the calendars, which hold ${FIRST_YEAR} to ${LAST_YEAR}`;
  const day = weekendDay(calendar, date);
  if (day) return `${date} is a ${day}, on which ${system} is always closed`;
  const earlier = before.find((one) => one.system === system && one.date === date);
  return earlier ? `${system} on ${date} is already in line ${earlier.line}` : null;
}

/** Overrides that would leave no open day within the search limit. */
function closedTooLong(overrides: readonly Override[]): string[] {
  const closed = new Set(
    overrides.filter(({ isClosed }) => isClosed).map((one) => `${one.system} ${one.date}`),
  );
  return overrides
    .flatMap((one) => {
      const rests = holidaysOf(calendarNamed(one.system)!);
      let days = 0;
      for (
        let date = one.date;
        rests(date) !== null || closed.has(`${one.system} ${date}`);
        date = addDays(date, 1)
      )
        days++;
      return one.isClosed && days > MOST_CLOSED_DAYS
        ? [
            `line ${one.line}: ${one.system} would be closed for ${days} days in a row; the maximum is ${MOST_CLOSED_DAYS}`,
          ]
        : [];
    })
    .slice(0, 1);
}

/** A later release may contain an operator's override. */
function isWithoutEffect({ system, date, isClosed }: Override): boolean {
  return dataOf(calendarNamed(system)!, Number(date.slice(0, 4))).has(date) === isClosed;
}

const calendarNamed = (system: string): SettlementCalendar | undefined =>
  [...calendars.values()].find((one) => one.system === system);

const systemNames = () => [...calendars.values()].map(({ system }) => system).sort();

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const stateOf = ({ isClosed }: Override) => (isClosed ? 'closed' : 'open');
