import { EXAMPLE_DAY } from '@corridor/http';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Dates of birth and of incorporation stay as they are. */
const MOVES = /^(202[6-9]-\d\d-\d\d)($|T)/;

/**
 * The document with the dates of its examples counted from today, as if they had been written today: requests with dates in
 * the past are rejected.
 */
export function datedFrom<Value>(document: Value, today: string): Value {
  const days = (Date.parse(today) - Date.parse(EXAMPLE_DAY)) / DAY_MS;
  const moved = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(MOVES, (_, day: string, rest: string) => later(day) + rest);
    if (Array.isArray(value)) return value.map(moved);
    return isObject(value) ? mapped(value, moved) : value;
  };
  const later = (day: string) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return mapped(value, (one, name) => (name === 'example' || name === 'examples' ? moved(one) : walk(one)));
  };
  return walk(document) as Value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const mapped = (
  value: Record<string, unknown>,
  each: (one: unknown, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one, name)]));
