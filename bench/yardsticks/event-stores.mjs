/** Other event stores on Postgres as yardsticks of an append, each with a pool of as many connections as ours. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { cached } from '@corridor/tools/servers/cache-folder.mjs';

const MESSAGE_DB = '@eventide/message-db@1.3.1';
const EMMETT = '@event-driven-io/emmett-postgresql@0.42.0';
const CONNECTIONS = 10;

/** They are no dependencies: only this bench needs them. */
const packages = () =>
  cached('event-stores-1', (folder) => {
    const args = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      MESSAGE_DB,
      EMMETT,
    ];
    const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The event stores to compare with could not be installed:\n${stderr}`);
  });

/** @typedef {{ name: string, append: (stream: string, data: object) => Promise<unknown>, stop: () => Promise<void> }} Store */

/** @param {string} serverUrl @returns {Promise<Store>} */
export async function messageDb(serverUrl) {
  const folder = join(packages(), 'node_modules', '@eventide', 'message-db', 'database');
  const pool = await poolOf(serverUrl, 'message_db');
  const sql = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  for (const part of ['schema', 'extensions', 'types', 'tables', 'functions', 'indexes'])
    for (const file of readdirSync(join(folder, part)).sort()) await pool.query(sql(join(part, file)));
  return {
    name: MESSAGE_DB,
    append: (stream, data) =>
      pool.query({
        name: 'append',
        text: `SELECT message_store.write_message(gen_random_uuid()::varchar, $1, 'created', $2)`,
        values: [`instruction-${stream}`, data],
      }),
    stop: () => pool.end(),
  };
}

/** @param {string} serverUrl @returns {Promise<Store>} */
export async function emmett(serverUrl) {
  const { resolve } = createRequire(join(packages(), 'package.json'));
  const { getPostgreSQLEventStore } = await import(
    pathToFileURL(resolve('@event-driven-io/emmett-postgresql')).href
  );
  const pool = await poolOf(serverUrl, 'emmett');
  const store = getPostgreSQLEventStore('', { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    name: EMMETT,
    append: (stream, data) => store.appendToStream(stream, [{ type: 'created', data }]),
    stop: () => pool.end(),
  };
}

/** @param {string} serverUrl @param {string} name of its new database */
async function poolOf(serverUrl, name) {
  const client = new pg.Client(`${serverUrl}/postgres`);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.query(`ALTER DATABASE ${name} SET search_path = message_store, public`);
  await client.end();
  const pool = new pg.Pool({ connectionString: `${serverUrl}/${name}`, max: CONNECTIONS });
  // `pool.end()` does not wait until its connections are closed, and the server that stops next may be faster.
  pool.on('error', (error) => {
    if (!pool.ending) throw error;
  });
  return pool;
}
