import { BatchQueue } from './batch-queue.js';
import type { Database, Sql } from './database.js';
import { dataOf, sourceOf } from './registration.js';

/** Names one record of a client. */
interface Key {
  readonly value: string;
  readonly clientId: string;
}

/** Reads of single records: those that arrive while others are read are one statement. */
export class Records {
  private readonly queues = new Map<string, BatchQueue<Key, string | null>>();

  constructor(private readonly database: Database) {}

  /**
   * The JSON text of a client's record, or null.
   * @param column unique for the records of a client
   */
  async read(table: string, column: string, key: Key): Promise<string | null> {
    if (!this.database.isOpen()) return this.queueOf(table, column).add(key);
    const [found] = await readRecords(this.database, table, column, [key]);
    return found ?? null;
  }

  /** The same of any client, by its id. */
  async ofAnyClient(model: Parameters<typeof dataOf>[0], id: string): Promise<string | null> {
    const [found] = await this.database.query<{ data: string }>(
      `SELECT ${dataOf(model)} AS data FROM ${sourceOf(model)} WHERE id = $1`,
      [id],
    );
    return found?.data ?? null;
  }

  private queueOf(table: string, column: string): BatchQueue<Key, string | null> {
    const name = `${table} ${column}`;
    const queue =
      this.queues.get(name) ??
      new BatchQueue(
        ({ clientId }) => clientId,
        (keys) => readRecords(this.database, table, column, keys),
      );
    this.queues.set(name, queue);
    return queue;
  }
}

async function readRecords(
  sql: Sql,
  table: string,
  column: string,
  keys: readonly Key[],
): Promise<(string | null)[]> {
  const rows = await sql.query<{ n: number; data: string }>(
    `SELECT n::int, data::text FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (value, client_id, n)
     JOIN ${table} AS one ON one.${column} = given.value AND one.client_id = given.client_id`,
    [keys.map(({ value }) => value), keys.map(({ clientId }) => clientId)],
  );
  const found = new Map(rows.map(({ n, data }) => [n, data]));
  return keys.map((_, i) => found.get(i + 1) ?? null);
}
