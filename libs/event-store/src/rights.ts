import type { Client } from 'pg';

/** By table, as `GRANT` lists them: `SELECT, INSERT, UPDATE (seq)`. One of another schema is `schema.table`. */
export type Rights = Readonly<Record<string, string>>;

/** Of a table whose rows are never changed. */
export const APPENDS = 'SELECT, INSERT';
/** Of a table from which rows are removed again. */
export const REMOVES = 'SELECT, INSERT, UPDATE, DELETE';
/** Of any other table. */
const WRITES = 'SELECT, INSERT, UPDATE';
/** Of a table or a view. Through some views rows could be changed with the rights of their owner. */
export const READS = 'SELECT';

/** The tables of every service in which its user may do less, or more, than in others. */
const COMMON: Rights = {
  installation: READS,
  migrations: READS,
  epoch: READS,
  lost_history: READS,
  lost_event: READS,
  source_epoch: READS,
  events: `${APPENDS}, UPDATE (seq)`,
  streams: `${APPENDS}, UPDATE (version, state, state_version)`,
  kept_state: REMOVES,
  refold: REMOVES,
  idempotency_key: REMOVES,
  dead_letter: REMOVES,
  archive_file: APPENDS,
  archived_part: APPENDS,
  kept_message: REMOVES,
  parked_message: REMOVES,
};

/**
 * Gives the user of a service the rights on its database that it needs at work, and takes all others on its tables.
 * @param schemas of libraries, whose rows it may write as it likes, unless `own` names the table
 * @throws Error if a table is the user's own: rights cannot keep an owner from anything
 */
export async function grantRights(
  client: Client,
  user: string,
  own: Rights = {},
  schemas: readonly string[] = [],
): Promise<void> {
  const { rows } = await client.query<{ name: string; kind: string; owner: string }>(
    `SELECT relname AS name, relkind AS kind, pg_get_userbyid(relowner) AS owner FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')`,
  );
  const role = client.escapeIdentifier(user);
  if (rows.some(({ owner }) => owner === user))
    throw new Error(
      `${user}, the user of DATABASE_URL, owns tables: give them to the user of DATABASE_OWNER_URL (REASSIGN OWNED), or name another user`,
    );
  const all: Rights = {
    ...Object.fromEntries(rows.map(({ name, kind }) => [name, kind === 'v' ? READS : WRITES])),
    ...COMMON,
    ...own,
  };
  const database = client.escapeIdentifier(client.database ?? '');
  const statements = [
    // The users of other services do not even connect.
    `REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
    // A temporary table could hide one of the same name.
    `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${role}`,
    ...schemas.flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT ${REMOVES} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    ]),
    ...Object.entries(all).flatMap(([name, rights]) => {
      const table = name.split('.').map(client.escapeIdentifier).join('.');
      return [`REVOKE ALL ON ${table} FROM ${role}`, `GRANT ${rights} ON ${table} TO ${role}`];
    }),
  ];
  await client.query(statements.join(';\n'));
}
