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
  /** How many records it reads from the table. */
  readonly records: number;
  /** How many entries of indexes that contain all it needs, and cells of counters. */
  readonly entries: number;
  readonly ms: number;
}

export async function plansOf(
  { searches }: Pick<OpenDatabase, 'searches'>,
  collection: ReadModel,
  { q = '', sortBy = [], offset = 0, after }: Sent,
  client: string,
  where: Where = {},
  /** With the records, where the collection is a view. */
  table = collection.table,
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
    return { text: lines.join('\n'), ...rowsRead(lines, table), ms };
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

const NODE =
  /(Index Only Scan|(?<!Bitmap )Index Scan|Seq Scan|Bitmap Heap Scan) .*?on (\w+).* rows=([\d.]+) loops=(\d+)/;
const REMOVED = /Rows Removed by (?:Filter|Index Recheck): (\d+)/;

/** What the nodes of a plan return, and what they read in vain. */
function rowsRead(lines: readonly string[], table: string): { records: number; entries: number } {
  const read = { records: 0, entries: 0 };
  let [of, loops]: [keyof typeof read, number] = ['entries', 0];
  for (const line of lines) {
    const [, node, relation, rows, times] = NODE.exec(line) ?? [];
    if (line.includes('->')) loops = 0; // what follows is not about the node before
    if (node) {
      [of, loops] = [relation === table && node !== 'Index Only Scan' ? 'records' : 'entries', Number(times)];
      read[of] += Math.round(Number(rows) * loops);
    }
    read[of] += Number(REMOVED.exec(line)?.[1] ?? 0) * loops;
    read.records += Number(/Heap Fetches: (\d+)/.exec(line)?.[1] ?? 0);
  }
  return read;
}
