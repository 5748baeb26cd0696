import type { CalendarDate } from '@corridor/kernel';

/** What an operator says of one day of a system, in place of the data. */
export interface Override {
  /** Of its file, counted from one. */
  readonly line: number;
  readonly system: string;
  readonly date: CalendarDate;
  readonly isClosed: boolean;
  /** Why: clients read it as the reason of a closed day. */
  readonly name: string;
}

/** Set once, at the start of a process, like the data themselves. */
let bySystem: ReadonlyMap<string, readonly Override[]> = new Map();

const NONE: readonly Override[] = [];

export const overridesOf = (system: string): readonly Override[] => bySystem.get(system) ?? NONE;

export function setOverrides(overrides: readonly Override[]): void {
  const systems = new Set(overrides.map(({ system }) => system));
  bySystem = new Map([...systems].map((name) => [name, overrides.filter(({ system }) => system === name)]));
}
