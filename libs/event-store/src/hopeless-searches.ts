import { type Search, testsOf } from '@corridor/search';
import type { Sql } from './database.js';
import type { ReadModel } from './read-models.js';
import type { Statement } from './search-statements.js';

/**
 * What the planner may expect a search to cost. It does not know how long a document takes to read: a unit is 0.0096 to 0.076 ms of a
 * processor (`bench/search-costs.mjs`), so that a search of this cost needs at least 19 s, and may take 10 s.
 */
const MOST = 2_000_000;

/**
 * Whether a search is about fields that only the documents have: it may read all of the client's records. Others need
 * indexes only, and are not examined. Nor are those of fields that other records have: the planner expects a look-up for
 * each record, and few need it.
 */
export function readsDocuments(
  { columns, texts, follows }: Pick<ReadModel, 'columns' | 'texts' | 'follows'>,
  { filter, order }: Pick<Search, 'filter' | 'order'>,
): boolean {
  const isColumn = (name: string) => columns[name] !== undefined;
  const tested = testsOf(filter).map(({ field }) => field.name);
  const sorted = order.map(({ field }) => field.name);
  if ([...tested, ...sorted].some((name) => follows?.fields[name] !== undefined)) return false;
  return (
    tested.some((name) => !isColumn(name) && texts?.columns[name] === undefined) ||
    sorted.some((name) => !isColumn(name))
  );
}

/** Whether a statement would not end before its timeout, as far as the planner knows. It is not executed. */
export async function isHopeless(sql: Sql, { text, values }: Statement): Promise<boolean> {
  const [row] = await sql.query<{ 'QUERY PLAN': readonly { Plan: { 'Total Cost': number } }[] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  return (row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0) > MOST;
}
