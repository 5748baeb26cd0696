import type { Columns, Searchable } from '@corridor/search';
import type { Sql, SqlTransaction } from './database.js';

/** A row of a read model. */
export interface Row {
  readonly id: string;
}

/** The existing rows of a read model, by id. */
export async function readRows<R extends Row>(
  sql: Sql,
  table: string,
  ids: readonly string[],
): Promise<Map<string, R>> {
  const found = await sql.query<{ id: string; data: string }>(
    `SELECT id, data::text FROM ${table} WHERE id = ANY ($1)`,
    [ids],
  );
  return new Map(found.map(({ id, data }) => [id, JSON.parse(data) as R]));
}

/** A row to write; a row that exists keeps its client and its date. */
export interface RowWrite {
  readonly row: Row;
  /** The version of its stream. */
  readonly version: number;
  readonly clientId: string;
  readonly createdOn: string;
}

/** A read model's table, and its columns with searched fields, which are written beside the record. */
export interface RowTable {
  readonly table: string;
  readonly searchable?: Searchable;
  readonly columns?: Columns;
}

export function writeRows(sql: SqlTransaction, model: RowTable, rows: readonly RowWrite[]): void {
  if (rows.length === 0) return;
  const { text, columns } = writeOf(model);
  sql.write(text, [
    rows.map(({ row }) => row.id),
    rows.map(({ clientId }) => clientId),
    rows.map(({ createdOn }) => createdOn),
    rows.map(({ row }) => JSON.stringify(row)),
    ...(columns.length > 0 ? [rows.map(({ version }) => version)] : []),
    ...columns.map(({ path }) => rows.map(({ row }) => textAt(row, path))),
  ]);
}

interface WrittenColumn {
  readonly name: string;
  readonly path: readonly string[];
  readonly isNumber: boolean;
}

interface Write {
  readonly text: string;
  readonly columns: readonly WrittenColumn[];
}

const writes = new WeakMap<RowTable, Write>();

function writeOf(model: RowTable): Write {
  const known = writes.get(model) ?? newWrite(model);
  writes.set(model, known);
  return known;
}

/** Those that every row has; the others are searched fields. */
const OWN = ['id', 'client_id', 'created_on'];

function newWrite({ table, searchable, columns: all = {} }: RowTable): Write {
  const columns = Object.entries(all)
    .filter(([, name]) => !OWN.includes(name))
    .map(([field, name]) => {
      const { path, type } = (searchable as Searchable).catalogue.get(field);
      return { name, path: path.map((step) => step.name), isNumber: type === 'Number' };
    });
  const version = columns.length > 0 ? ['stream_version'] : [];
  const names = [...OWN, 'data', ...version, ...columns.map(({ name }) => name)];
  const types = ['text', 'text', 'text', 'json', ...version.map(() => 'int'), ...columns.map(() => 'text')];
  const values = names.map((name) =>
    columns.some((one) => one.name === name && one.isNumber) ? `${name}::numeric` : name,
  );
  const changed = names.filter((name) => !OWN.includes(name));
  const text = `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${values.join(', ')} FROM unnest(${types.map((type, n) => `$${n + 1}::${type}[]`).join(', ')})
       AS new (${names.join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return { text, columns };
}

/** The text of a value as `data #>> path` reads it. */
function textAt(row: Row, path: readonly string[]): string | null {
  const value = path.reduce<unknown>((one, name) => (one as Record<string, unknown> | null)?.[name], row);
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
