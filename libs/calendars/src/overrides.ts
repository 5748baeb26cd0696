import type { CalendarDate } from '@corridor/kernel';

/** An operator's override of one day of a system. */
export interface Override {
  /** Line number in its file, from one. */
  readonly line: number;
  readonly system: string;
  readonly date: CalendarDate;
  readonly isClosed: boolean;
  /** The reason of a closed day, as shown to clients. */
  readonly name: string;
}

/** Set once, when a process starts; fixed like the data. */
let bySystem: ReadonlyMap<string, readonly Override[]> = new Map();

const NONE: readonly Override[] = [];

export const overridesOf = (system: string): readonly Override[] => bySystem.get(system) ?? NONE;

export function setOverrides(overrides: readonly Override[]): void {
  const systems = new Set(overrides.map(({ system }) => system));
  bySystem = new Map([...systems].map((name) => [name, overrides.filter(({ system }) => system === name)]));
}
