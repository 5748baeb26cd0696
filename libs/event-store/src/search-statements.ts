import { Compiler, type Search } from '@corridor/search';
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
  const { after, order, offset, limit } = search;
  const matching = matches(sql, collection, search, clientId, where);
  const from = after ? ` AND ${sql.after(order, after)}` : '';
  const skipped = after ? '' : ` OFFSET ${sql.parameter(offset)}`;
  const total = after
    ? 'NULL'
    : `CASE WHEN (SELECT count(*) FROM page) > ${sql.parameter(limit)}
         THEN (SELECT count(*) FROM ${table} WHERE ${matching}) END`;
  const text = `
    WITH page AS (
      SELECT ${sql.keys(order)} FROM ${table} WHERE ${matching}${from}
      ORDER BY ${sql.order(order)}${skipped} LIMIT ${sql.parameter(limit + 1)}
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
  return { text: `SELECT count(*) FROM ${collection.table} WHERE ${matching}`, values: sql.values };
}

/** The tenant condition comes first, and the caller's condition is in its own parentheses. */
function matches(
  sql: Compiler,
  { searchable }: ReadModel,
  { filter }: Search,
  clientId: string,
  where: Where,
): string {
  const tenant = `client_id = ${sql.parameter(clientId)}`;
  const own = Object.entries(where).map(([name, value]) => sql.equals(searchable.catalogue.get(name), value));
  const requested = filter ? [`(${sql.filter(filter)})`] : [];
  return [tenant, ...own, ...requested].join(' AND ');
}
