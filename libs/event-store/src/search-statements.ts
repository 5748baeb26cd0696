import { Compiler, type Filter, type Search, type Test, counterOf, testsOf } from '@corridor/search';
import type { ReadModel, Where } from './read-models.js';
import { dataOf, sourceOf } from './registration.js';

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
  const sql = new Compiler(collection.columns, collection.follows);
  const { after, order, limit } = search;
  ofClient(sql, collection, clientId);
  const matching = matches(sql, collection, search, where);
  const page =
    collectedPage(sql, collection, search, where, matching) ??
    pageInOrder(sql, collection, search, where, matching);
  const total = after
    ? 'NULL'
    : `CASE WHEN (SELECT count(*) FROM page) > ${sql.parameter(limit)}
         THEN (${countOf(sql, collection, search, where, () => matching)}) END`;
  const text = `
    WITH ${page}
    SELECT ${dataOf(collection)} AS data, ${total} AS total FROM page JOIN ${sourceOf(collection)} ON id = found
    ORDER BY ${sql.orderOfKeys(order)}`;
  return { text, values: sql.values };
}

/** `page`, read in the order of the search. */
function pageInOrder(
  sql: Compiler,
  collection: ReadModel,
  search: Search,
  where: Where,
  matching: string,
): string {
  const { order, limit } = search;
  const start = startOf(sql, collection, search, where, matching);
  return `${start.spans}page AS (
      SELECT ${sql.keys(order)} FROM ${collection.table} WHERE ${matching}${start.from}
      ORDER BY ${sql.order(order)}${start.skipped} LIMIT ${sql.parameter(limit + 1)}
    )`;
}

/** So many of the newest records are looked at before a page is collected. */
const NEAR = 1_000;

/**
 * `page` for conditions on a scattered column, which the newest records may not meet: unless the first ones fill the page, it
 * is collected from the first matching records of each value that has any.
 */
function collectedPage(
  sql: Compiler,
  collection: ReadModel,
  search: Search,
  where: Where,
  matching: string,
): string | null {
  const { table, columns, counters = [], searchable } = collection;
  const { after, order, limit, filter } = search;
  const offset = after ? 0 : search.offset;
  const isOn = (column: string | undefined, test: Test) => columns[test.field.name] === column;
  const scattered = counters.filter(
    (one) => one.scattered !== undefined && testsOf(filter).some((test) => isOn(one.scattered, test)),
  );
  const counter = counterOf(scattered, columns, search, Object.keys(where));
  const isDefault = order.every(({ field }, i) => field === (searchable.defaultOrder[i]?.field ?? field));
  if (!counter?.scattered || offset >= FAR || !isDefault || !isOneWay(order)) return null;
  // The index by value has the records of one value in order.
  if (required(filter).some((test) => test.operator === '==' && isOn(counter.scattered, test))) return null;
  const needed = sql.parameter(offset + limit + 1);
  const from = after ? ` AND ${sql.after(order, after)}` : '';
  const inOrder = `ORDER BY ${sql.order(order)} LIMIT`;
  return `near AS MATERIALIZED (
      SELECT ${sql.keys(order)} FROM (
        SELECT * FROM ${table} WHERE ${tenant(collection)}${from} ${inOrder} ${NEAR}
      ) AS newest WHERE ${matching} ${inOrder} ${needed}
    ), page AS (
      SELECT * FROM near WHERE (SELECT count(*) FROM near) = ${needed}
      UNION ALL
      SELECT one.* FROM (SELECT DISTINCT ${counter.scattered} AS value FROM ${counter.table} WHERE ${matching}) AS of,
        LATERAL (
          SELECT ${sql.keys(order)} FROM ${table} WHERE ${matching} AND ${counter.scattered} = of.value${from}
          ${inOrder} ${needed}
        ) AS one
      WHERE (SELECT count(*) FROM near) < ${needed}
      ORDER BY ${sql.orderOfKeys(order)} OFFSET ${sql.parameter(offset)} LIMIT ${sql.parameter(limit + 1)}
    )`;
}

/** The tests that each record meets. */
const required = (filter: Filter | null): readonly Test[] => {
  if (!filter) return [];
  if (!('groupOperator' in filter)) return [filter];
  return filter.groupOperator === 'AND' ? filter.conditions.flatMap(required) : [];
};

const isOneWay = (order: Search['order']): boolean => order.every((one) => one.order === order[0]?.order);

/** The total, for a page beyond the last one. */
export function countStatement(
  collection: ReadModel,
  search: Search,
  clientId: string,
  where: Where,
): Statement {
  const sql = new Compiler(collection.columns, collection.follows);
  ofClient(sql, collection, clientId);
  const matching = () => matches(sql, collection, search, where);
  return { text: countOf(sql, collection, search, where, matching), values: sql.values };
}

/** The counter's columns have the names of the table's, so the same condition selects its cells. */
function countOf(
  sql: Compiler,
  collection: ReadModel,
  search: Search,
  where: Where,
  matching: () => string,
): string {
  const { table, columns, texts, counters = [] } = collection;
  const fixed = Object.keys(where);
  const counter = counterOf(counters, columns, search, fixed);
  if (counter) return `SELECT coalesce(sum(records), 0) AS count FROM ${counter.table} WHERE ${matching()}`;
  const ofTexts = texts && search.filter && fixed.length === 0 ? sql.filterOfTexts(search.filter) : null;
  return ofTexts
    ? `SELECT count(*) FROM ${texts?.table} WHERE ${tenant(collection)} AND ${ofTexts}`
    : `SELECT count(*) FROM ${table} WHERE ${matching()}`;
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

/** The client's id is the first parameter of the statements about one client. */
const CLIENT = '$1';
const OF_CLIENT = `client_id = ${CLIENT}`;

function ofClient(sql: Compiler, { texts, isOfAllClients = false }: ReadModel, clientId: string): void {
  if (!isOfAllClients) sql.parameter(clientId);
  if (texts) sql.readTexts(texts, isOfAllClients ? null : CLIENT);
}

/** The tenant condition. */
const tenant = ({ isOfAllClients = false }: ReadModel): string => (isOfAllClients ? 'true' : OF_CLIENT);

/** The tenant condition comes first, and the caller's condition is in its own parentheses. */
function matches(sql: Compiler, collection: ReadModel, { filter }: Search, where: Where): string {
  const { catalogue } = collection.searchable;
  const own = Object.entries(where).map(([name, value]) => sql.equals(catalogue.get(name), value));
  const requested = filter ? [`(${sql.filter(filter)})`] : [];
  return [tenant(collection), ...own, ...requested].join(' AND ');
}
