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
  readonly clientId: string;
  readonly createdOn: string;
}

export function writeRows(sql: SqlTransaction, table: string, rows: readonly RowWrite[]): void {
  if (rows.length === 0) return;
  sql.write(
    `INSERT INTO ${table} (id, client_id, created_on, data)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[])
     ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
    [
      rows.map(({ row }) => row.id),
      rows.map(({ clientId }) => clientId),
      rows.map(({ createdOn }) => createdOn),
      rows.map(({ row }) => JSON.stringify(row)),
    ],
  );
}
