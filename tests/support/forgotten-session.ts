import pg from 'pg';

const sessions: pg.Client[] = [];

/**
 * A session that holds what its statements have locked, as one that somebody has forgotten: Postgres would end it after ten seconds if it had
 * not set that off.
 * @param url of a database
 */
export async function forgottenSession(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'a forgotten session' });
  client.on('error', () => undefined); // it is ended by the runbook
  await client.connect();
  sessions.push(client);
  const limitless = 'SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; BEGIN';
  for (const statement of [limitless, ...statements]) await client.query(statement);
}

export async function endForgottenSessions(): Promise<void> {
  for (const one of sessions.splice(0)) await one.end();
}

/** The rows of a statement in a database. */
export async function rowsAt(url: string, statement: string): Promise<Record<string, any>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, any>[];
  } finally {
    await client.end();
  }
}
