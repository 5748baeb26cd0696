import { type FieldIssue, refuse } from '@corridor/kernel';
import { UNKNOWN_FIELD, escaped } from '../input/field-issues.js';
import { isMagic } from '../input/magic-names.js';
import { isStorable } from '../input/storable.js';

/** Maximum nesting of objects and lists in a body. */
export const MAX_DEPTH = 32;
/** Decimals with this many digits survive a JSON number exactly. */
const MAX_SIGNIFICANT_DIGITS = 15;
const MAX_FAULTS = 20;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

interface Level {
  /** Names seen so far; null in a list. */
  readonly names: Set<string> | null;
  /** Name or index of the current value. */
  at: string | number;
  beforeName: boolean;
}

/**
 * Finds in one pass what JSON allows and this system cannot store: numbers that would be rounded, text that no store
 * accepts, duplicate names and magic names.
 *
 * @param json is valid JSON: `JSON.parse` has accepted it
 * @throws Refusal `malformed_json` below {@link MAX_DEPTH}
 */
export function inspectJson(json: string): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const levels: Level[] = [];
  const addIssue = (code: string, detail: string) => {
    const pointer = `#${levels.map(({ at }) => `/${escaped(String(at))}`).join('')}`;
    if (issues.length < MAX_FAULTS) issues.push({ pointer, code, detail });
  };
  const onText = (text: string) => {
    const level = levels.at(-1);
    if (!level?.names || !level.beforeName) {
      if (!isStorable(text)) addIssue('unprintable', 'Must not contain NUL or an unpaired surrogate.');
      return;
    }
    level.at = isStorable(text) ? text : '';
    level.beforeName = false;
    if (!isStorable(text)) addIssue('unprintable', 'A name must not contain NUL or an unpaired surrogate.');
    if (isMagic(text)) addIssue(UNKNOWN_FIELD.code, UNKNOWN_FIELD.detail);
    if (level.names.has(text)) addIssue('duplicate_field', 'This name occurs twice in its object.');
    level.names.add(text);
  };

  for (let i = 0; i < json.length;) {
    const char = json[i] as string;
    const level = levels.at(-1);
    if (char === '"') {
      const end = endOfText(json, i);
      onText(textOf(json.slice(i, end)));
      i = end;
      continue;
    }
    if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = i;
      const literal = NUMBER.exec(json)?.[0] ?? char;
      if (!isExact(literal))
        addIssue('inexact_number', `At most ${MAX_SIGNIFICANT_DIGITS} significant digits.`);
      i += literal.length;
      continue;
    }
    if (char === '{' || char === '[') {
      levels.push({ names: char === '{' ? new Set() : null, at: 0, beforeName: char === '{' });
      if (levels.length > MAX_DEPTH)
        throw refuse('malformed_json', `Nested deeper than ${MAX_DEPTH} levels.`);
    } else if (char === '}' || char === ']') {
      levels.pop();
    } else if (char === ',' && level) {
      if (level.names) level.beforeName = true;
      else level.at = Number(level.at) + 1;
    }
    i++;
  }
  return issues;
}

/** Index after the closing quote of the string that opens at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let backslashes = 0;
  while (json[quote - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** The value of a string in its quotes. */
const textOf = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);

/** Whether a JavaScript number has exactly the literal's value. */
function isExact(literal: string): boolean {
  if (literal.length <= MAX_SIGNIFICANT_DIGITS && !/[eE]/.test(literal)) return true;
  const digits = (literal.split(/[eE]/)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, '');
  if (digits === '') return true;
  const value = Math.abs(Number(literal));
  if (!Number.isFinite(value) || value < 1e-300) return false;
  return digits.replace(/0+$/, '').length <= MAX_SIGNIFICANT_DIGITS;
}
