import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';

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
  const secret = password && `PASSWORD ${client.escapeLiteral(scramVerifier(password))}`;
  await client
    .query(`CREATE ROLE ${client.escapeIdentifier(name)} LOGIN ${secret}`)
    .catch((error: { code?: string }) => {
      const createdByAnother = error.code === '42710' || error.code === '23505';
      if (!createdByAnother) throw error;
    });
}

const ITERATIONS = 4_096;

/** What Postgres stores of a password (RFC 5803), so that the password itself is not in the statement, which may be logged. */
function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
