import type { FieldIssue } from '@corridor/kernel';
import { type SyntaxIssue, isSyntaxIssue, parser } from './grammar.js';
import { symbols } from './operators.js';
import {
  MAX_CONDITIONS,
  MAX_NESTING,
  MAX_QUERY_BYTES,
  type Query,
  conditionsOf,
  issue,
  quoted,
} from './query.js';

/** A query, null if there is none; or its issues. */
export type Read = { readonly query: Query | null } | { readonly issues: readonly FieldIssue[] };

/** Parses the `q` of a GET. Blank text is no query. */
export function parse(text: string): Read {
  if (Buffer.byteLength(text) > MAX_QUERY_BYTES) {
    return wrong(MAX_QUERY_BYTES, 'too_long', `A query has at most ${MAX_QUERY_BYTES} bytes.`);
  }
  if (text.trim() === '') return { query: null };
  try {
    const query = parser.parse(text, { symbols, maxNesting: MAX_NESTING }) as Query;
    const tooMany = conditionsOf(query)[MAX_CONDITIONS];
    return tooMany ? { issues: [issue(tooMany.field.place, 'too_many_conditions', TOO_MANY)] } : { query };
  } catch (error) {
    if (!isSyntaxIssue(error)) throw error;
    return wrong(error.location.start.offset, 'malformed_query', wordsOf(error, text));
  }
}

export const TOO_MANY = `A query has at most ${MAX_CONDITIONS} conditions.`;

const wrong = (position: number, code: string, detail: string): Read => ({
  issues: [
    issue({ pointer: '?q', position }, code, `${detail.replace(/\.$/, '')}, at position ${position}.`),
  ],
});

function wordsOf({ expected, message, location }: SyntaxIssue, text: string): string {
  if (!expected) return message;
  const wanted = [
    ...new Set(expected.map((one) => one.description ?? (one.text && quoted(one.text)) ?? 'the end')),
  ];
  const last = wanted.pop();
  const list = wanted.length > 0 ? `${wanted.join(', ')} or ${last}` : last;
  const [found] = text.slice(location.start.offset);
  return `Expected ${list} but found ${found === undefined ? 'the end' : quoted(found)}`;
}
