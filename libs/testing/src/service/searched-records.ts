import type { ReadModel } from '@corridor/event-store';
import { type Sent, manyRows, plansOf } from '@corridor/event-store/testing';
import type { OpenDatabase } from '@corridor/platform';

/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;

/** Whose many records are searched. */
export const CLIENT_OF_MANY = 'cli_many';

type Columns = Readonly<Record<string, string>>;

/** The id of one of many records. */
export const anId = (prefix: string): string => `${prefix}_01K${'777'.padStart(23, '0')}`;

/** SQL over `n`: one of a thousand is rare. */
export const rarely = (rare: string, often: string): string =>
  `CASE n % 1000 WHEN 0 THEN '${rare}' ELSE '${often}' END`;

/**
 * Many records of one owner, for a spec of what is searched among them.
 * @param record to copy, with the text `@id@` where its id belongs
 * @param columns of the table, each with its expression over `n` and `made`, the moment at which the record was made:
 *   the first is a year older than the last
 */
export async function manyRecords(
  db: OpenDatabase,
  { table }: ReadModel,
  count: number,
  [prefix, owner]: readonly [prefix: string, owner: string],
  columns: Columns,
  record: object = { id: '@id@' },
): Promise<void> {
  await db.pool.query(`ALTER TABLE ${table} SET UNLOGGED`);
  const expressions = {
    id: `'${prefix}_01K' || lpad(n::text, 23, '0')`,
    made: `to_char(timestamp '2025-12-01' + n * interval '${30_000_000 / count} seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
  };
  await manyRows(db, table, count, record, expressions, {
    ...{ id: 'id', client_id: `'${owner}'`, created_on: 'made' },
    ...columns,
  });
}

/** Tests: a page and its count are read from indexes, with few records beside those of the page. `SHOW` prints their times. */
export function areReadFromIndexes(
  db: () => OpenDatabase,
  of: ReadModel,
  owner: string,
  searches: readonly [what: string, Sent][],
): void {
  it.each(searches)('%s', async (what, sent) => {
    const { page, count } = await plansOf(db(), of, sent, owner);
    if (process.env['SHOW']) console.log(of.table, what, page.ms, count.ms);
    expect(page.text + count.text).not.toMatch(new RegExp(`Seq Scan on ${of.table} `));
    expect(page.records).toBeLessThanOrEqual(2 * PAGE);
  });
}
