import { Compiler, type Search, counterOf } from '@corridor/search';
import type { ReadModel, Where } from './read-models.js';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The records of a page plus one row, which tells whether there is another page; if there is, also the total, which a
 * page that is not full gives by itself. One statement, so that page and total are consistent. The matching records are
 * found first, from an index alone if there is one, and then read.
 */
export function pageStatement(
  collection: ReadModel,
  search: Search,
  clientId: string,
  where: Where,
): Statement {
  const sql = new Compiler(collection.columns);
  const { table } = collection;
  const { after, order, limit } = search;
  const matching = matches(sql, collection, search, clientId, where);
  const start = startOf(sql, collection, search, where, matching);
  const total = after
    ? 'NULL'
    : `CASE WHEN (SELECT count(*) FROM page) > ${sql.parameter(limit)}
         THEN (${countOf(collection, search, where, matching)}) END`;
  const text = `
    WITH ${start.spans}page AS (
      SELECT ${sql.keys(order)} FROM ${table} WHERE ${matching}${start.from}
      ORDER BY ${sql.order(order)}${start.skipped} LIMIT ${sql.parameter(limit + 1)}
    )
    SELECT data::text, ${total} AS total FROM page JOIN ${table} ON id = found
    ORDER BY ${sql.orderOfKeys(order)}`;
  return { text, values: sql.values };
}

/** The total, for a page beyond the last one. */
export function countStatement(
  collection: ReadModel,
  search: Search,
  clientId: string,
  where: Where,
): Statement {
  const sql = new Compiler(collection.columns);
  const matching = matches(sql, collection, search, clientId, where);
  return { text: countOf(collection, search, where, matching), values: sql.values };
}

/** The counter's columns have the names of the table's, so the same condition selects its cells. */
function countOf(collection: ReadModel, search: Search, where: Where, matching: string): string {
  const { table, columns, counters = [] } = collection;
  const counter = counterOf(counters, columns, search, Object.keys(where));
  return counter
    ? `SELECT coalesce(sum(records), 0) AS count FROM ${counter.table} WHERE ${matching}`
    : `SELECT count(*) FROM ${table} WHERE ${matching}`;
}

/** From this offset on, adding up a counter's spans is faster than skipping them one by one. */
const FAR = 1_000;

/** Where a page begins: after a cursor, or at an offset. For one far behind, the spans before it are skipped as a whole. */
function startOf(
  sql: Compiler,
  { columns, counters = [] }: ReadModel,
  search: Search,
  where: Where,
  matching: string,
): { readonly spans: string; readonly from: string; readonly skipped: string } {
  const { after, order, offset } = search;
  if (after) return { spans: '', from: ` AND ${sql.after(order, after)}`, skipped: '' };
  const [first] = order;
  const column = columns[first?.field.name ?? ''];
  const spans = counters.filter(({ span }) => span !== undefined && span.column === column);
  const counter = counterOf(spans, columns, search, Object.keys(where));
  if (offset < FAR || !counter) return { spans: '', from: '', skipped: ` OFFSET ${sql.parameter(offset)}` };
  const before = `${sql.parameter(offset)}::bigint`;
  return {
    spans: `spans AS (
      SELECT ${column} AS span, sum(sum(records)) OVER (ORDER BY ${column} ${first?.order}) - sum(records) AS earlier
      FROM ${counter.table} WHERE ${matching} GROUP BY ${column}
    ), start AS (
      SELECT span, ${before} - earlier AS skipped FROM spans WHERE earlier <= ${before} ORDER BY earlier DESC LIMIT 1
    ), `,
    from: ` AND ${column} ${first?.order === 'ASC' ? '>= (SELECT span' : `< (SELECT span || '~'`} FROM start)`,
    skipped: ' OFFSET (SELECT skipped FROM start)',
  };
}

/** The tenant condition comes first, and the caller's condition is in its own parentheses. */
function matches(
  sql: Compiler,
  { searchable, texts }: ReadModel,
  { filter }: Search,
  clientId: string,
  where: Where,
): string {
  const client = sql.parameter(clientId);
  if (texts) sql.readTexts(texts, client);
  const own = Object.entries(where).map(([name, value]) => sql.equals(searchable.catalogue.get(name), value));
  const requested = filter ? [`(${sql.filter(filter)})`] : [];
  return [`client_id = ${client}`, ...own, ...requested].join(' AND ');
}
