import type { DomainEvent } from '@corridor/kernel';
import type { Database, Sql, SqlTransaction } from '../database.js';
import type { Recorded, RelatedRows } from '../registration.js';
import { type Row, type RowTable, type RowWrite, readRows, writeRows } from '../view-rows.js';
import type { Read } from './histories.js';
import type { ReadModelUnit } from './read-model-unit.js';

/**
 * Writes what these events result in to the shadow. It is the code that writes the live tables, with the schema of the shadow as the
 * only one: a statement that names another table fails, instead of changing a live one.
 */
export const foldIntoShadow = (
  database: Database,
  { registration }: ReadModelUnit,
  reads: readonly Read[],
): Promise<void> =>
  database.transaction(async (sql) => {
    sql.write('SET LOCAL search_path = shadow');
    const { view, rebuilds, reads: related } = registration;
    const continued = reads.filter(({ after }) => after > 0).map(({ id }) => id);
    if (view) {
      const before =
        continued.length > 0 ? await readRows(sql, view.table as string, continued) : new Map<string, Row>();
      writeRows(
        sql,
        view as RowTable,
        reads.flatMap((one) => rowAfter(view, before.get(one.id) ?? null, one) ?? []),
      );
    }
    if (rebuilds) {
      const recorded = reads.flatMap((one) => one.recorded);
      const rows =
        related && continued.length > 0 ? await relatedRows(sql, related, continued) : new Map<string, Row>();
      for (const project of rebuilds.projections) await project(sql, recorded, rows);
    }
    await writeProgress(sql, reads);
    sql.write('SET LOCAL search_path = DEFAULT');
  });

interface AnyView {
  project(row: unknown, recorded: Recorded<DomainEvent>): unknown;
}

/** Null if there is no record. An existing row keeps its client and its date. */
function rowAfter(view: AnyView, before: Row | null, { recorded }: Read): RowWrite | null {
  let row = before as unknown;
  let first: Recorded<DomainEvent> | null = null;
  let version = 0;
  for (const one of recorded) {
    const after = view.project(row, one) ?? null;
    if (after !== row) version = one.version;
    if (after !== null) first ??= one;
    row = after;
  }
  if (row === null || first === null || row === before) return null;
  return { row: row as Row, version, clientId: first.caller.client.id, createdOn: first.occurredOn };
}

async function relatedRows(
  sql: Sql,
  { table, column }: { readonly table: string; readonly column: string },
  streamIds: readonly string[],
): Promise<RelatedRows> {
  const rows = await sql.query<{ id: string; data: string }>(
    `SELECT id, data::text FROM ${table} WHERE ${column} = ANY ($1)`,
    [streamIds],
  );
  return new Map(rows.map(({ id, data }) => [id, JSON.parse(data) as Row]));
}

/** The last part of a stream comes last. */
async function writeProgress(sql: SqlTransaction, reads: readonly Read[]): Promise<void> {
  const last = [...new Map(reads.map(({ id, upTo }) => [id, upTo]))];
  await sql.query(
    `INSERT INTO progress SELECT * FROM unnest($1::text[], $2::int[])
     ON CONFLICT (stream_id) DO UPDATE SET version = excluded.version`,
    [last.map(([id]) => id), last.map(([, version]) => version)],
  );
}
