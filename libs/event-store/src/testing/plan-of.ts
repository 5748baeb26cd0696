import { type ReadModel, type Where, countStatement, pageStatement } from '../index.js';
import type { OpenDatabase } from '../open-database.js';
import { parse, parseSort, searchOf } from '@corridor/search';

/** A search as a client sends it. */
export interface Sent {
  readonly q?: string;
  readonly sortBy?: readonly string[];
  readonly offset?: number;
  /** What the record before the page is sorted by, as a cursor tells it. */
  readonly after?: readonly (string | null)[];
}

/** How Postgres executes a search: the plans of its page and of its count, line by line, and their times. */
export interface Plans {
  readonly page: Plan;
  readonly count: Plan;
}

export interface Plan {
  readonly text: string;
  readonly ms: number;
}

export async function plansOf(
  { searches }: Pick<OpenDatabase, 'searches'>,
  collection: ReadModel,
  { q = '', sortBy = [], offset = 0, after }: Sent,
  client: string,
  where: Where = {},
): Promise<Plans> {
  const sorts = sortBy.map((sort) => parseSort(sort, { pointer: '?sortBy' }));
  const requested = { query: parse(q), sorts, offset, limit: 25, cursor: null };
  const { search, issues } = searchOf(collection.searchable, requested, '');
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  const explain = async ({ text, values }: { text: string; values: readonly unknown[] }): Promise<Plan> => {
    const rows = await searches.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF) ${text}`,
      values,
    );
    const lines = rows.map((row) => row['QUERY PLAN']);
    const ms = Number(/([\d.]+) ms/.exec(lines.at(-1) ?? '')?.[1]);
    return { text: lines.join('\n'), ms };
  };
  return {
    page: await explain(
      pageStatement(
        collection,
        after ? { ...search, after: { keys: after, offset: 25, total: 100 } } : search,
        client,
        where,
      ),
    ),
    count: await explain(countStatement(collection, search, client, where)),
  };
}
