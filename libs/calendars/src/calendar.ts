import { type CalendarDate, dayOfWeek, type Holidays, weekend } from '@corridor/kernel';
import { years } from './data/years.js';
import { type Override, overridesOf } from './overrides.js';

/** The closed days of the settlement system of a currency, and its daily cut-off. */
export interface SettlementCalendar {
  readonly ccyCode: string;
  /** As used in reasons: `Good Friday (TARGET)`. */
  readonly system: string;
  /** The day of its last change. Earlier decisions are stored in events. */
  readonly version: CalendarDate;
  /** The publisher of the holidays, and the rule. */
  readonly source: string;
  /**
   * Days that are computed here but announced by an authority, which may decide otherwise; null if only rules decide.
   */
  readonly announced: string | null;
  /** IANA name; times of day are in this zone. */
  readonly timeZone: string;
  /** `HH:MM`: payments submitted until then are sent on the same day. */
  readonly cutOff: string;
  /** The weekdays on which it is always closed. */
  readonly weekend: readonly string[];
}

/** The holidays of a year by date, without weekends: from the data, with the operator's overrides applied. */
export function closingsOf(calendar: SettlementCalendar, year: number): ReadonlyMap<CalendarDate, string> {
  if (!years[year]) return NO_DATA;
  const overrides = overridesOf(calendar.system);
  const known = computed.get(calendar)?.get(year);
  if (known?.overrides === overrides) return known.closings;
  const closings = merged(dataOf(calendar, year), overrides, year);
  const ofCalendar = computed.get(calendar) ?? new Map<number, Computed>();
  computed.set(calendar, ofCalendar.set(year, { overrides, closings }));
  return closings;
}

/** Outside of the data only weekends are closed. */
const NO_DATA: ReadonlyMap<CalendarDate, string> = new Map();

interface Computed {
  readonly overrides: readonly Override[];
  readonly closings: ReadonlyMap<CalendarDate, string>;
}

const computed = new WeakMap<SettlementCalendar, Map<number, Computed>>();

/** `01-01 New Year's Day; 04-03 Good Friday` as dates with names. */
export function dataOf(
  { ccyCode }: Pick<SettlementCalendar, 'ccyCode'>,
  year: number,
): Map<CalendarDate, string> {
  const days = years[year]?.[ccyCode]?.split('; ') ?? [];
  return new Map(days.map((day) => [`${year}-${day.slice(0, 5)}`, day.slice(6)]));
}

function merged(
  data: ReadonlyMap<CalendarDate, string>,
  overrides: readonly Override[],
  year: number,
): ReadonlyMap<CalendarDate, string> {
  const mine = overrides.filter(({ date }) => Number(date.slice(0, 4)) === year);
  if (mine.length === 0) return data;
  const closings = new Map(data);
  for (const { date, isClosed, name } of mine)
    if (isClosed) closings.set(date, name);
    else closings.delete(date);
  return new Map([...closings].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Why the system is closed on a date: `Saturday`, `Friday (SARIE)`, `Good Friday (TARGET)`. */
export const holidaysOf =
  (calendar: SettlementCalendar): Holidays =>
  (date) => {
    const day = weekendDay(calendar, date);
    if (day) return day === weekend(date) ? day : `${day} (${calendar.system})`;
    const name = closingsOf(calendar, Number(date.slice(0, 4))).get(date);
    return name === undefined ? null : `${name} (${calendar.system})`;
  };

/** The name of a weekday on which the system is always closed; null on the others. */
export function weekendDay({ weekend: names }: Pick<SettlementCalendar, 'weekend'>, date: CalendarDate) {
  const name = WEEKDAYS[dayOfWeek(date)]!;
  return names.includes(name) ? name : null;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
