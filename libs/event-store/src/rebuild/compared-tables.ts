import type { Sql } from '../database.js';

/** A row of a read model that is not what the log results in. */
export interface Difference {
  readonly table: string;
  readonly key: readonly string[];
  /** `missing`: the live table does not have it; `extra`: it follows from no event. */
  readonly kind: 'different' | 'missing' | 'extra';
  /** The columns that differ, as they are and as they should be. */
  readonly columns: Readonly<Record<string, readonly [live: string | null, folded: string | null]>>;
}

export interface Compared {
  readonly rows: number;
  readonly differences: number;
  readonly first: readonly Difference[];
}

/** As in `wallet wal_… (data)`. */
export const nameOf = ({ table, key, kind, columns }: Difference): string =>
  `${table} ${key.join(' ')} (${kind === 'different' ? Object.keys(columns).join(', ') : kind})`;

/** Says how far a row is written, for a trigger: it follows from the commands that wrote it, not from the events. */
const UNCOMPARED = ['stream_version'];

interface Columns {
  readonly key: readonly string[];
  readonly all: readonly string[];
}

export async function columnsOf(sql: Sql, table: string): Promise<Columns> {
  const rows = await sql.query<{ name: string; isKey: boolean; isGenerated: boolean }>(
    `SELECT attname AS name, attgenerated <> '' AS "isGenerated", EXISTS (
       SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "isKey"
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [`public.${table}`],
  );
  return {
    key: rows.filter(({ isKey }) => isKey).map(({ name }) => name),
    all: rows.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name),
  };
}

/** Compares a table with its shadow, byte by byte. @param limit of the differences that are returned */
export async function compareTables(
  sql: Sql,
  table: string,
  limit: number,
  isMissingFine = false,
): Promise<Compared> {
  const { key, all } = await columnsOf(sql, table);
  const compared = all.filter((name) => !UNCOMPARED.includes(name));
  const found = await sql.query<{
    key: string[];
    kind: Difference['kind'];
    live: string[];
    folded: string[];
    all: string;
  }>(
    `SELECT ARRAY[${key.map((name) => `${name}::text`).join(', ')}] AS key,
       CASE WHEN live.is_there IS NULL THEN 'missing' WHEN folded.is_there IS NULL THEN 'extra' ELSE 'different' END AS kind,
       ARRAY[${compared.map((name) => `live."${name}"::text`).join(', ')}] AS live,
       ARRAY[${compared.map((name) => `folded."${name}"::text`).join(', ')}] AS folded,
       count(*) OVER () AS all
     FROM ${differing(table, key, compared)} ${isMissingFine ? 'AND live.is_there IS NOT NULL' : ''}
     ORDER BY ${key.join(', ')} LIMIT $1`,
    [limit],
  );
  const [counted] = await sql.query<{ rows: string }>(`SELECT count(*) AS rows FROM shadow.${table}`);
  return {
    rows: Number(counted?.rows),
    differences: Number(found[0]?.all ?? 0),
    first: found.map(({ key: values, kind, live, folded }) => ({
      table,
      key: values,
      kind,
      columns: Object.fromEntries(
        compared.flatMap((name, i) =>
          live[i] === folded[i] ? [] : [[name, [live[i] ?? null, folded[i] ?? null]]],
        ),
      ),
    })),
  };
}

/** A join with a condition. */
const differing = (table: string, key: readonly string[], compared: readonly string[]): string => {
  const row = (of: string) => `ROW(${compared.map((name) => `${of}."${name}"::text`).join(', ')})`;
  return `(SELECT *, true AS is_there FROM public.${table}) AS live
    FULL JOIN (SELECT *, true AS is_there FROM shadow.${table}) AS folded USING (${key.join(', ')})
    WHERE ${row('live')} IS DISTINCT FROM ${row('folded')}`;
};

/** Writes the rows of the shadow that the live table does not have, or has differently. @returns how many */
export async function replaceRows(sql: Sql, table: string, isMissingFine = false): Promise<number> {
  const { key, all } = await columnsOf(sql, table);
  const compared = all.filter((name) => !UNCOMPARED.includes(name));
  const changed = all.filter((name) => !key.includes(name));
  const written = await sql.query(
    `INSERT INTO public.${table} (${all.join(', ')})
     SELECT ${all.map((name) => (key.includes(name) ? name : `folded."${name}"`)).join(', ')}
     FROM ${differing(table, key, compared)} AND folded.is_there IS NOT NULL ${isMissingFine ? 'AND live.is_there IS NOT NULL' : ''}
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}
     RETURNING 1`,
  );
  return written.length;
}

/** Removes the rows that follow from no event. @returns how many; null if there are some, and this user may not */
export async function removeExtra(sql: Sql, table: string): Promise<number | null> {
  const { key } = await columnsOf(sql, table);
  const extra = `FROM public.${table} AS live WHERE NOT EXISTS (
    SELECT FROM shadow.${table} AS folded WHERE ${key.map((name) => `folded.${name} = live.${name}`).join(' AND ')})`;
  const [found] = await sql.query<{ some: boolean; may: boolean }>(
    `SELECT EXISTS (SELECT ${extra}) AS some, has_table_privilege($1, 'DELETE') AS may`,
    [`public.${table}`],
  );
  if (!found?.some) return 0;
  return found.may ? (await sql.query(`DELETE ${extra} RETURNING 1`)).length : null;
}
