import { type Caller, type Clock, refuse } from '@corridor/kernel';
import {
  type Columns,
  Compiler,
  type Search,
  type Searchable,
  echo,
  encodeCursor,
  keysOf,
  sortNames,
} from '@corridor/search';
import { type Database, type Sql, isTimeout } from './database.js';
import type { Answered } from './event-store.js';

/** Records of one kind, as clients read them. */
export interface Collection {
  /** See `createReadModel`. */
  readonly table: string;
  readonly searchable: Searchable;
  /** Columns of the table that hold fields: what is asked of them is answered from an index. */
  readonly columns: Columns;
  /** What of a record a list shows. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly summary?: (record: any) => unknown;
}

/** Fields, named by the code, that must have a value. */
export type Where = Readonly<Record<string, string>>;

/** How long one statement of a search may take. */
const SEARCH_TIMEOUT_MS = 10_000;

/** Reads of the public records. Another client's record does not exist. */
export class ReadModels {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal not_found for an unknown id and for another client's alike */
  async one({ table }: Pick<Collection, 'table'>, id: string, caller: Caller): Promise<Answered> {
    const [found] = await this.database.query<{ data: string }>(
      `SELECT data::text FROM ${table} WHERE id = $1 AND client_id = $2`,
      [id, caller.client.id],
    );
    if (!found) throw refuse('not_found');
    return { body: `{"data":${found.data}}`, replayed: false };
  }

  /**
   * One page of the caller's records with `meta` (interface-spec 2.16). Page and total are of the same moment.
   * @throws Refusal query_too_slow
   */
  async search(collection: Collection, search: Search, caller: Caller, where: Where = {}): Promise<Answered> {
    const { summary } = collection;
    const { offset, limit } = search;
    const { rows, isLast, total } = await this.page(collection, search, caller.client.id, where);
    const records = rows.map((row) => JSON.parse(row) as object);
    const last = records.at(-1);
    const nextCursor =
      isLast || !last
        ? null
        : encodeCursor(
            { keys: keysOf(last, search.order), offset: offset + rows.length, total },
            search.scope,
          );
    const meta = {
      query: echo(search.filter),
      sortBy: sortNames(search.sorts),
      offset,
      limit,
      count: rows.length,
      totalCount: total,
      timestamp: this.clock.now().toISOString(),
      nextCursor,
    };
    const data = summary ? records.map((record) => JSON.stringify(summary(record))) : rows;
    return { body: `{"data":[${data.join(',')}],"meta":${JSON.stringify(meta)}}`, replayed: false };
  }

  private async page(
    collection: Collection,
    search: Search,
    clientId: string,
    where: Where,
  ): Promise<PageOfRows> {
    try {
      return await this.database.snapshot(SEARCH_TIMEOUT_MS, (sql) =>
        pageOf(sql, collection, search, clientId, where),
      );
    } catch (error) {
      throw isTimeout(error) ? refuse('query_too_slow') : error;
    }
  }
}

interface PageOfRows {
  /** JSON texts. */
  readonly rows: readonly string[];
  readonly isLast: boolean;
  readonly total: number;
}

async function pageOf(
  sql: Sql,
  collection: Collection,
  search: Search,
  clientId: string,
  where: Where,
): Promise<PageOfRows> {
  const { offset, limit, after } = search;
  const page = pageStatement(collection, search, clientId, where);
  const found = await sql.query<{ data: string }>(page.text, page.values);
  const rows = found.slice(0, limit).map(({ data }) => data);
  const isLast = found.length <= limit;
  if (after) return { rows, isLast, total: after.total };
  // A page with an end to it, or a first one without anything, tells the total by itself.
  if (isLast && (rows.length > 0 || offset === 0)) return { rows, isLast, total: offset + rows.length };
  const count = countStatement(collection, search, clientId, where);
  const [counted] = await sql.query<{ count: string }>(count.text, count.values);
  return { rows, isLast, total: Number(counted?.count) };
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * One row more than the page has, which tells whether there is another page. Which records they are is found first, from
 * an index alone where there is one; then they are read.
 */
export function pageStatement(
  collection: Collection,
  search: Search,
  clientId: string,
  where: Where,
): Statement {
  const sql = new Compiler(collection.columns);
  const matching = matches(sql, collection, search, clientId, where);
  const { table } = collection;
  const { after, order, offset, limit } = search;
  const beginning = after ? ` AND ${sql.after(order, after)}` : '';
  const skipped = after ? '' : `OFFSET ${sql.parameter(offset)}`;
  const text = `
    SELECT data::text
    FROM (
      SELECT ${sql.keys(order)} FROM ${table} WHERE ${matching}${beginning}
      ORDER BY ${sql.order(order)} ${skipped} LIMIT ${sql.parameter(limit + 1)}
    ) AS page JOIN ${table} ON id = found
    ORDER BY ${sql.orderOfKeys(order)}`;
  return { text, values: sql.values };
}

export function countStatement(
  collection: Collection,
  search: Search,
  clientId: string,
  where: Where,
): Statement {
  const sql = new Compiler(collection.columns);
  const matching = matches(sql, collection, search, clientId, where);
  return { text: `SELECT count(*) FROM ${collection.table} WHERE ${matching}`, values: sql.values };
}

/** The tenant comes first, and nothing that a caller wrote stands beside it but in brackets of its own. */
function matches(
  sql: Compiler,
  { searchable }: Collection,
  { filter }: Search,
  clientId: string,
  where: Where,
): string {
  const tenant = `client_id = ${sql.parameter(clientId)}`;
  const own = Object.entries(where).map(([name, value]) => sql.equals(searchable.catalogue.get(name), value));
  const asked = filter ? [`(${sql.filter(filter)})`] : [];
  return [tenant, ...own, ...asked].join(' AND ');
}
