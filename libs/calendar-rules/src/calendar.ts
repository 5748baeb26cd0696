import { type CalendarDate, dayOfWeek, type Holidays, weekend } from '@corridor/kernel';
import { closingsBy, type Rule, yearOf } from './rules/rule.js';
import { FRIDAY, SATURDAY } from './rules/sun-days.js';

/** The settlement system of a currency: its properties, and the rules of its closed days. */
export interface CalendarRules {
  readonly ccyCode: string;
  /** As used in reasons: `Good Friday (TARGET)`. */
  readonly system: string;
  /** The day of its last change. A new version adds rules for the future; earlier decisions are stored in events. */
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
  readonly weekend: Holidays;
  readonly rules: readonly Rule[];
}

export type CalendarTerms = Omit<CalendarRules, 'version' | 'announced' | 'weekend'> &
  Partial<Pick<CalendarRules, 'version' | 'announced' | 'weekend'>>;

const FIRST_VERSION = '2026-11-21';

export const calendar = (terms: CalendarTerms): CalendarRules => ({
  version: FIRST_VERSION,
  announced: null,
  weekend,
  ...terms,
});

export const fridayAndSaturday: Holidays = (date) =>
  ({ [FRIDAY]: 'Friday', [SATURDAY]: 'Saturday' } as Record<number, string>)[dayOfWeek(date)] ?? null;

/** The holidays of a year by date, without weekends. The first matching rule gives the name. */
export function closingsOf(
  { rules, weekend }: CalendarRules,
  year: number,
): ReadonlyMap<CalendarDate, string> {
  const closings = new Map<CalendarDate, string>();
  // A substitute may lie in the year after its holiday, or before it.
  for (const { date, name } of [year, year - 1, year + 1].flatMap((near) => closingsBy(rules, near)))
    if (yearOf(date) === year && !weekend(date) && !closings.has(date)) closings.set(date, name);
  return new Map([...closings].sort(([a], [b]) => (a < b ? -1 : 1)));
}
