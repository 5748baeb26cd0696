import { effects } from './rules/effects.js';
import { events } from './rules/events.js';
import { money } from './rules/money.js';
import { records } from './rules/records.js';
import type { History, Violation } from './history.js';

/** A rule lists what contradicts it. */
export type Rule = (history: History) => readonly string[];

export const rules: Readonly<Record<string, Rule>> = { ...effects, ...records, ...money, ...events };

/** All violations of a history, after everything has settled. Empty if it is correct. */
export const check = (history: History): Violation[] =>
  Object.entries(rules).flatMap(([rule, violated]) => violated(history).map((what) => ({ rule, what })));
