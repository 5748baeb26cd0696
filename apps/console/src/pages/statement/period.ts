/** Days in UTC, such as `2026-11-01`; both are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const PRESETS = ['thisMonth', 'lastMonth', 'thisYear'] as const;
export type Preset = (typeof PRESETS)[number];

/** @param today the last day of a period that has not ended */
export function periodOf(preset: Preset, today: string): Period {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  switch (preset) {
    case 'thisMonth':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'lastMonth':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'thisYear':
      return { from: `${year}-01-01`, to: today };
  }
}

/** @param month 1 is January, 0 the December before @param day 0 is the last one of the month before */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
