import { type Caller, type Clock, refuse } from '@corridor/kernel';
import {
  type Columns,
  type Counter,
  type Followed,
  type Texts,
  type Search,
  type Searchable,
  echo,
  encodeCursor,
  keysOf,
  ofAllClients,
  sortNames,
} from '@corridor/search';
import { type Database, type Sql, isTimeout } from './database.js';
import type { StoredResponse } from './event-store.js';
import { isHopeless, readsDocuments } from './hopeless-searches.js';
import { KeyedSemaphore } from './keyed-semaphore.js';
import { Records } from './records.js';
import { sourceOf } from './registration.js';
import { countStatement, pageStatement } from './search-statements.js';

/** Records of one kind, as clients read them. */
export interface ReadModel {
  /** See `createReadModel`. */
  readonly table: string;
  /** See `View`. */
  readonly source?: string;
  /** Fields that `source` reads from other records. */
  readonly follows?: Followed;
  readonly searchable: Searchable;
  /** Columns of the table with indexed fields. */
  readonly columns: Columns;
  /** They give the totals of searches that they cover; the one with days also the position of a page far behind. */
  readonly counters?: readonly Counter[];
  /** Its longer texts, for searches of parts of them. */
  readonly texts?: Texts;
  /** Its searches and reads by id are over the records of all clients, each with its `clientId`. */
  readonly isOfAllClients?: boolean;
  /** The part of a record that lists contain. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly summary?: (record: any) => unknown;
}

/** The collection of a client's records as staff read it. Its counters are those with few cells for each client. */
export const recordsOfAllClients = (model: ReadModel): ReadModel => ({
  ...model,
  searchable: ofAllClients(model.searchable),
  columns: { ...model.columns, clientId: 'client_id' },
  counters: (model.counters ?? []).filter(({ span, scattered }) => !span && !scattered),
  isOfAllClients: true,
  ...(model.summary && {
    summary: (record: { readonly clientId: string }) => ({
      ...(model.summary?.(record) as object),
      clientId: record.clientId,
    }),
  }),
});

/** Conditions from code: fields with required values. */
export type Where = Readonly<Record<string, string>>;

/** Limits for one client in one process: concurrent and waiting searches. */
const SEARCHES_AT_ONCE = 3;
const SEARCHES_WAITING = 100;
/** How long a search waits for others of its client. */
const SEARCH_WAIT_MS = 5_000;

/** Reads of the public records. Another client's record does not exist, except for staff. */
export class ReadModels {
  private readonly semaphore = new KeyedSemaphore(SEARCHES_AT_ONCE, SEARCHES_WAITING, SEARCH_WAIT_MS);
  private readonly records: Records;

  constructor(
    database: Database,
    /** Timeout of a search. */
    private readonly searches: Database,
    private readonly clock: Clock,
  ) {
    this.records = new Records(database);
  }

  /**
   * @param column with the id, or another one that is unique for the records of a client
   * @throws Refusal not_found for an unknown value and for that of another client
   */
  async one(
    model: Pick<ReadModel, 'table' | 'source'>,
    value: string,
    caller: Caller,
    column = 'id',
  ): Promise<StoredResponse> {
    const data = await this.records.read(sourceOf(model), column, { value, clientId: caller.client.id });
    if (data === null) throw refuse('not_found');
    return { body: `{"data":${data}}`, replayed: false };
  }

  /** A record of any client. @throws Refusal not_found */
  async ofAnyClient(
    model: Pick<ReadModel, 'table' | 'source' | 'isOfAllClients'>,
    id: string,
  ): Promise<StoredResponse> {
    const data = await this.records.ofAnyClient(model, id);
    if (data === null) throw refuse('not_found');
    return { body: `{"data":${data}}`, replayed: false };
  }

  /** Null for an unknown id and for an id of another client. */
  async find<Row>(
    model: Pick<ReadModel, 'table' | 'source'>,
    id: string,
    caller: Caller,
  ): Promise<Row | null> {
    const data = await this.records.read(sourceOf(model), 'id', { value: id, clientId: caller.client.id });
    return data === null ? null : (JSON.parse(data) as Row);
  }

  /** As `find`. @throws Refusal not_found instead of null */
  async existing<Row>(model: Pick<ReadModel, 'table' | 'source'>, id: string, caller: Caller): Promise<Row> {
    const row = await this.find<Row>(model, id, caller);
    if (row === null) throw refuse('not_found');
    return row;
  }

  /**
   * One page of the caller's records with `meta` (interface-spec 2.16). Page and total are consistent.
   * @param hungUp nobody waits for the page any more: Postgres cancels the statement
   * @throws Refusal query_too_slow; rate_limited if too many searches of the client are in progress
   */
  async search(
    collection: ReadModel,
    search: Search,
    caller: Caller,
    where: Where = {},
    hungUp?: AbortSignal,
  ): Promise<StoredResponse> {
    const { summary } = collection;
    const { offset, limit, filter, sorts } = search;
    const { rows, isLast, total } = await this.page(collection, search, caller.client.id, where, hungUp);
    const meta = {
      query: echo(filter),
      sortBy: sortNames(sorts),
      offset,
      limit,
      count: rows.length,
      totalCount: total,
      timestamp: this.clock.now().toISOString(),
      nextCursor: isLast ? null : cursorAfter(search, rows, total),
    };
    const data = summary ? rows.map((row) => JSON.stringify(summary(JSON.parse(row)))) : rows;
    return { body: `{"data":[${data.join(',')}],"meta":${JSON.stringify(meta)}}`, replayed: false };
  }

  /** All records that a search finds, as JSON texts, page by page: at most one page is in memory. */
  async *pages(
    collection: ReadModel,
    search: Search,
    caller: Caller,
    hungUp?: AbortSignal,
  ): AsyncGenerator<readonly string[]> {
    for (let next = search; ;) {
      const { rows, isLast, total } = await this.page(collection, next, caller.client.id, {}, hungUp);
      if (rows.length > 0) yield rows;
      if (isLast) return;
      const keys = keysOf(JSON.parse(rows.at(-1) ?? '{}') as object, search.order);
      next = { ...next, offset: next.offset + rows.length, after: { keys, offset: next.offset, total } };
    }
  }

  private async page(
    collection: ReadModel,
    search: Search,
    clientId: string,
    where: Where,
    hungUp: AbortSignal | undefined,
  ): Promise<PageOfRows> {
    try {
      const read = (sql: Sql) => pageOf(sql, collection, search, clientId, where);
      return await this.semaphore.run(clientId, () => this.searches.cancellable(hungUp, read), hungUp);
    } catch (error) {
      if (hungUp?.aborted) throw refuse('unavailable');
      throw isTimeout(error) ? refuse('query_too_slow') : error;
    }
  }
}

function cursorAfter({ offset, order, scope }: Search, rows: readonly string[], total: number): string {
  const last = JSON.parse(rows.at(-1) ?? '{}') as object;
  return encodeCursor({ keys: keysOf(last, order), offset: offset + rows.length, total }, scope);
}

interface PageOfRows {
  /** JSON texts. */
  readonly rows: readonly string[];
  readonly isLast: boolean;
  readonly total: number;
}

async function pageOf(
  sql: Sql,
  collection: ReadModel,
  search: Search,
  clientId: string,
  where: Where,
): Promise<PageOfRows> {
  const { offset, limit, after } = search;
  const page = pageStatement(collection, search, clientId, where);
  if (readsDocuments(collection, search) && (await isHopeless(sql, page))) throw refuse('query_too_slow');
  const found = await sql.query<{ data: string; total: string | null }>(page.text, page.values);
  const rows = found.slice(0, limit).map(({ data }) => data);
  const isLast = found.length <= limit;
  const total = after?.total ?? found[0]?.total;
  if (total !== undefined && total !== null) return { rows, isLast, total: Number(total) };
  if (rows.length > 0 || offset === 0) return { rows, isLast, total: offset + rows.length };
  const count = countStatement(collection, search, clientId, where);
  const [counted] = await sql.query<{ count: string }>(count.text, count.values);
  return { rows, isLast, total: Number(counted?.count) };
}
