import type { ClientBase } from 'pg';

/** What a fenced database answers: requests are 503, deliveries are tried again, and nothing is written. */
const FENCED = 'fenced by an operator: corridor dr resume';

/** Whether an error, or what caused it, is that a database is fenced. */
export const isFence = ({ message, cause }: Error): boolean =>
  message === FENCED || (cause instanceof Error && isFence(cause));

/** Tables without which nothing can be accepted, published or handled. */
const TABLES = ['events', 'checkpoint'];

/**
 * Lets nobody append to a database, publish from it or handle messages in it, whatever its processes do; it can be read. The
 * triggers exist only while it is fenced, so they cost nothing otherwise. Resolves when what was under way has ended.
 */
export async function fence(client: ClientBase): Promise<void> {
  await inTransaction(client, [
    `CREATE OR REPLACE FUNCTION refuse_fenced() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '${FENCED}' USING ERRCODE = 'cannot_connect_now'; END $$`,
    ...TABLES.map(
      (table) =>
        `CREATE OR REPLACE TRIGGER fenced BEFORE INSERT OR UPDATE ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION refuse_fenced()`,
    ),
    'UPDATE epoch SET fenced_on = now() WHERE fenced_on IS NULL',
  ]);
}

export async function endFence(client: ClientBase): Promise<void> {
  await inTransaction(client, [
    ...TABLES.map((table) => `DROP TRIGGER IF EXISTS fenced ON ${table}`),
    'UPDATE epoch SET fenced_on = NULL',
  ]);
}

async function inTransaction(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(["BEGIN; SET LOCAL lock_timeout = '30s'", ...statements, 'COMMIT'].join(';\n'));
}
