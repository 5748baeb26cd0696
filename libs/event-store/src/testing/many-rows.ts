import { type ClientBase, Pool } from 'pg';
import { sumChanges } from '../index.js';
import type { OpenDatabase } from '../open-database.js';

/** Connections to the same database whose statements take longer than those of a service may. */
export function patientPool({ options: { connectionString } }: Pool): Pool {
  const onConnect = (client: ClientBase) => client.query('SET statement_timeout = 0; SET lock_timeout = 0');
  const settings = { connectionString, onConnect };
  return new Pool(settings);
}

/**
 * Writes many records of one client directly into a read model, for specs and benchmarks with a million records.
 * @param record to copy: the text `@name@` in it becomes the value of that expression, and the text
 *   `#name#` alone in its quotation marks becomes a number
 * @param expressions SQL over `n`, the number of the row, trusted
 * @param columns of the table beside `data`, each with its expression
 */
export async function manyRows(
  { pool: limited }: Pick<OpenDatabase, 'pool'>,
  table: string,
  count: number,
  record: object,
  expressions: Readonly<Record<string, string>>,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const pool = patientPool(limited);
  const names = ['n', ...Object.keys(expressions)];
  const made = Object.entries(expressions).map(([name, sql]) => `${sql} AS ${name}`);
  // Building an index is faster than maintaining it.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('${table}'::regclass, to_regclass('${table}_text')) AND NOT indisprimary
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`);
  const half = Math.ceil(count / 2);
  const insert = (from: number, to: number) =>
    pool.query(
      `INSERT INTO ${table} (${Object.keys(columns).join(', ')}, data)
       SELECT ${Object.values(columns).join(', ')}, (${jsonSql(record, names)})::json
       FROM (SELECT n, ${made.join(', ')} FROM generate_series(${from}, ${to}) AS n OFFSET 0) AS made`,
    );
  await Promise.all([insert(1, half), insert(half + 1, count)]);
  const { rows: counters } = await pool.query('SELECT FROM pg_proc WHERE proname = $1', [
    sumChanges(table).replace('()', ''),
  ]);
  if (counters.length > 0) await pool.query(`SELECT ${sumChanges(table)}`);
  const left = indexes.values();
  const build = async () => {
    for (const { definition } of left) await pool.query(definition);
  };
  await Promise.all([build(), build(), build()]); // a connection that waits for another one times out
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^${table}(_text|_count\\w*)?$'`,
  );
  await pool.query(`VACUUM (ANALYZE) ${tables.map(({ name }) => name).join(', ')}`);
  await pool.end();
}

/** The record as SQL that puts its JSON text together. */
function jsonSql(record: object, names: readonly string[]): string {
  const marks = new RegExp(`"#(${names.join('|')})#"|@(${names.join('|')})@`);
  return JSON.stringify(record)
    .split(marks)
    .map((part, i) => (i % 3 === 0 ? `'${part.replaceAll("'", "''")}'` : part))
    .filter((part) => part !== undefined)
    .join(' || ');
}
