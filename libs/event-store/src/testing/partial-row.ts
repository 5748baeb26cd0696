import type { OpenDatabase } from '../open-database.js';

/** By type of a column. */
const EMPTY: Readonly<Record<string, unknown>> = {
  text: '',
  json: '{}',
  jsonb: '{}',
  integer: 0,
  bigint: 0,
  numeric: 0,
  boolean: false,
  'timestamp with time zone': new Date(0),
};

/** Inserts a row of which a spec names only what it is about: other columns that need a value get an empty one. */
export async function partialRow(
  { pool }: Pick<OpenDatabase, 'pool'>,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows: needed } = await pool.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  const whole = { ...Object.fromEntries(needed.map(({ name, type }) => [name, EMPTY[type]])), ...row };
  const names = Object.keys(whole);
  await pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(whole),
  );
}
