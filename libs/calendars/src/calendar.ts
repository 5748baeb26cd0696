import { type CalendarDate, dayOfWeek, type Holidays, weekend } from '@corridor/kernel';
import { closingsBy, type Rule, yearOf } from './rules/rule.js';
import { FRIDAY, SATURDAY } from './rules/sun-days.js';

/** When the settlement system of a currency stands still, and until when on a day it takes payments. */
export interface SettlementCalendar {
  readonly ccyCode: string;
  /** As it stands in reasons: `Good Friday (TARGET)`. */
  readonly system: string;
  /** The day of its last change. A new version adds rules for what is to come; what was decided stands in events. */
  readonly version: CalendarDate;
  /** Who publishes the holidays, and by what rule. */
  readonly source: string;
  /** What is computed here and announced by others, who may differ; null where rules alone decide. */
  readonly announced: string | null;
  /** IANA name; times of day are told in it. */
  readonly timeZone: string;
  /** `HH:MM`: what is handed in until then leaves on the same day. */
  readonly cutOff: string;
  readonly weekend: Holidays;
  readonly rules: readonly Rule[];
}

export type CalendarTerms = Omit<SettlementCalendar, 'version' | 'announced' | 'weekend'> &
  Partial<Pick<SettlementCalendar, 'version' | 'announced' | 'weekend'>>;

const FIRST_VERSION = '2026-11-21';

export const calendar = (terms: CalendarTerms): SettlementCalendar => ({
  version: FIRST_VERSION,
  announced: null,
  weekend,
  ...terms,
});

export const fridayAndSaturday: Holidays = (date) =>
  (({ [FRIDAY]: 'Friday', [SATURDAY]: 'Saturday' }) as Record<number, string>)[dayOfWeek(date)] ?? null;

/** The holidays of a year by date, weekends left out. The first rule that closes a day names it. */
export function closingsOf(calendar: SettlementCalendar, year: number): ReadonlyMap<CalendarDate, string> {
  const years = known.get(calendar) ?? new Map<number, ReadonlyMap<CalendarDate, string>>();
  known.set(calendar, years);
  const closings = years.get(year) ?? compute(calendar, year);
  if (years.size >= MAX_KNOWN_YEARS) years.clear();
  years.set(year, closings);
  return closings;
}

/** What was computed once; rules give the same whenever they are asked. */
const known = new WeakMap<SettlementCalendar, Map<number, ReadonlyMap<CalendarDate, string>>>();
const MAX_KNOWN_YEARS = 64;

/** Beyond these years nobody can know the rules, and only weekends close. */
const [FIRST_YEAR, LAST_YEAR] = [2000, 2099];

function compute({ rules, weekend }: SettlementCalendar, year: number): ReadonlyMap<CalendarDate, string> {
  const closings = new Map<CalendarDate, string>();
  if (year < FIRST_YEAR || year > LAST_YEAR) return closings;
  // A substitute may lie in the year after its holiday, or before it.
  for (const { date, name } of [year, year - 1, year + 1].flatMap((near) => closingsBy(rules, near)))
    if (yearOf(date) === year && !weekend(date) && !closings.has(date)) closings.set(date, name);
  return new Map([...closings].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Why the system stands still on a date: `Saturday`, `Friday (SARIE)`, `Good Friday (TARGET)`. */
export const holidaysOf =
  (calendar: SettlementCalendar): Holidays =>
  (date) => {
    const day = calendar.weekend(date);
    if (day) return day === weekend(date) ? day : `${day} (${calendar.system})`;
    const name = closingsOf(calendar, yearOf(date)).get(date);
    return name === undefined ? null : `${name} (${calendar.system})`;
  };
