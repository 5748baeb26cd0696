import { type Caller, type Clock, refuse } from '@corridor/kernel';
import type { Database } from './database.js';
import type { Answered } from './event-store.js';

/** Where a page begins and how long it is; checked at the edge. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** A collection: its table, its default order, and what of a row a list shows. */
export interface Collection {
  readonly table: string;
  /** Trusted SQL over the table's columns and `data`, with the id as tie-break; default newest first. */
  readonly order?: { readonly sql: string; readonly names: readonly string[] };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly summary?: (row: any) => unknown;
}

const NEWEST_FIRST = { sql: 'created_on DESC, id DESC', names: ['auditHistory.created.on:DESC'] };

/** Reads of the public records. Another client's record does not exist. */
export class ReadModels {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal not_found for an unknown id and for another client's alike */
  async one({ table }: Collection, id: string, caller: Caller): Promise<Answered> {
    const [found] = await this.database.query<{ data: string }>(
      `SELECT data::text FROM ${table} WHERE id = $1 AND client_id = $2`,
      [id, caller.client.id],
    );
    if (!found) throw refuse('not_found');
    return { body: `{"data":${found.data}}`, replayed: false };
  }

  /**
   * One page of the caller's records with `meta` (interface-spec 2.16).
   * @param where dotted paths (from code) that must equal a value
   */
  async list(
    collection: Collection,
    { offset, limit }: Page,
    caller: Caller,
    where: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const { table, order = NEWEST_FIRST, summary } = collection;
    const paths = Object.keys(where);
    const filter = paths
      .map((path, i) => ` AND data #>> '{${path.replaceAll('.', ',')}}' = $${i + 2}`)
      .join('');
    const values = [caller.client.id, ...paths.map((path) => where[path])];
    const rows = await this.database.query<{ data: string }>(
      `SELECT data::text FROM ${table} WHERE client_id = $1${filter}
       ORDER BY ${order.sql} OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
      [...values, offset, limit],
    );
    const [total] = await this.database.query<{ count: string }>(
      `SELECT count(*) FROM ${table} WHERE client_id = $1${filter}`,
      values,
    );
    const data = summary
      ? rows.map((row) => JSON.stringify(summary(JSON.parse(row.data))))
      : rows.map((row) => row.data);
    const meta = {
      query: '[None]',
      sortBy: order.names,
      offset,
      limit,
      count: rows.length,
      totalCount: Number(total?.count ?? 0),
      timestamp: this.clock.now().toISOString(),
    };
    return { body: `{"data":[${data.join(',')}],"meta":${JSON.stringify(meta)}}`, replayed: false };
  }
}
