import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { databaseUrl, withClient } from './server-connection.js';

/**
 * Creates the user with which services log in, where it is missing. It owns nothing and may do nothing yet. An existing one
 * keeps its password.
 * @throws Error if it has the rights of the current user anyway
 */
export async function createServiceUser(client: ClientBase, name: string, password: string): Promise<void> {
  const { rows } = await client.query<{ isOwner: boolean }>(
    `SELECT pg_has_role(oid, current_user, 'MEMBER') AS "isOwner" FROM pg_roles WHERE rolname = $1`,
    [name],
  );
  if (rows[0]?.isOwner)
    throw new Error(
      `${name}, the user of DATABASE_URL, has all rights of the user of DATABASE_OWNER_URL: name one that is neither this user, nor a member of it, nor a superuser`,
    );
  if (rows.length > 0) return;
  await client
    .query(`CREATE ROLE ${client.escapeIdentifier(name)} LOGIN ${secretOf(client, password)}`)
    .catch((error: { code?: string }) => {
      const createdByAnother = error.code === '42710' || error.code === '23505';
      if (!createdByAnother) throw error;
    });
}

/**
 * Creates the user with which services log in, or gives an existing one this password and takes its defaults of settings:
 * Postgres lets every user change both of its own.
 * @param serverUrl with a user who may do so
 */
export const resetServiceUser = (serverUrl: string, serviceUrl: string): Promise<void> =>
  withClient(databaseUrl(serverUrl, 'postgres'), async (client) => {
    const { username, password: encoded } = new URL(serviceUrl);
    const [name, password] = [decodeURIComponent(username), decodeURIComponent(encoded)];
    await createServiceUser(client, name, password);
    const { rows } = await client.query<{ database: string | null }>(
      `SELECT datname AS database FROM pg_db_role_setting LEFT JOIN pg_database ON pg_database.oid = setdatabase
       WHERE setrole = $1::regrole`,
      [name],
    );
    const user = client.escapeIdentifier(name);
    const where = rows.map(({ database }) =>
      database ? `IN DATABASE ${client.escapeIdentifier(database)}` : '',
    );
    const resets = where.map((scope) => `ALTER ROLE ${user} ${scope} RESET ALL`);
    await client.query([`ALTER ROLE ${user} ${secretOf(client, password)}`, ...resets].join(';\n'));
  });

/** Empty without a password: then the server identifies the user in another way. */
const secretOf = (client: ClientBase, password: string): string =>
  password && `PASSWORD ${client.escapeLiteral(scramVerifier(password))}`;

const ITERATIONS = 4_096;

/** What Postgres stores of a password (RFC 5803), so that the password itself is not in the statement, which may be logged. */
function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
