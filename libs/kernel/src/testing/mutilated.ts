import type { Chance } from './chance.js';

/**
 * Characters that end strings, comments and statements in other languages, and characters that parsers handle badly.
 */
const fragments = [
  '"',
  '\\',
  '\\"',
  "'",
  "''",
  "' OR '1'='1",
  "'; DROP TABLE payment; --",
  '/*',
  '*/',
  '--',
  ';',
  '$1',
  '${1}',
  '%',
  '_',
  '(',
  ')',
  ',',
  'AND(',
  'OR(',
  'and (',
  'NOT ',
  '==',
  '!=',
  '>',
  '<',
  '>=d',
  '<d',
  '~',
  '^=',
  '$=',
  '=',
  '.',
  '..',
  'id',
  'client.id',
  'client_id',
  'data',
  'status',
  'amount',
  'auditHistory.created.on',
  '__proto__',
  'constructor',
  'NULL',
  'true',
  '1e999',
  '-0',
  '2026-02-30',
  '2026-11-21T09:30',
  '[None]',
  '\n',
  '\t',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u202e',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '\ud800',
  '\0',
  '%00',
  '%27',
  '+',
  ' ',
];

/** A text with parts removed, inserted, duplicated and moved. */
export function mutilated(text: string, chance: Chance): string {
  let result = text;
  for (let times = 1 + chance.below(4); times > 0; times--) {
    const at = chance.below(result.length + 1);
    const to = at + chance.below(6);
    const [before, piece, after] = [result.slice(0, at), result.slice(at, to), result.slice(to)];
    result = chance.of([
      () => before + after,
      () => before + chance.of(fragments) + piece + after,
      () => before + chance.of(fragments) + after,
      () => before + piece + piece + after,
      () => after + before,
      () => before + String.fromCharCode(chance.below(chance.happens(0.9) ? 256 : 65_536)) + piece + after,
    ])();
  }
  return result;
}
