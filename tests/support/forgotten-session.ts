import { until } from '@corridor/testing';
import pg from 'pg';
import { sqlOf } from './runbook.js';

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

/** Finds the forgotten session by the SQL of a runbook, which shows it after ten seconds, and ends it. @param url of its database */
export async function endHolder(url: string, alert: string): Promise<void> {
  const [statement = ''] = sqlOf(alert);
  let holder: Record<string, any> | undefined;
  await until(async () => {
    const rows = await rowsAt(url, statement);
    holder = rows.find(({ application_name: name }) => name === 'a forgotten session');
    return holder !== undefined;
  });
  expect(holder?.['state']).toBe('idle in transaction');
  await rowsAt(url, `SELECT pg_terminate_backend(${holder?.['pid']})`);
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
