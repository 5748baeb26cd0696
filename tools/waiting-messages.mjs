/**
 * `npm run waiting-messages`: prints, for each service, how many messages wait and since when: dead letters, and messages
 * that are kept for a later build. Reads the databases of a running system and changes nothing: those on the server of
 * DATABASE_URL, or of the `npm start` that runs in DATA_DIR.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Backlog } from '@corridor/messaging';
import { databaseName } from '@corridor/platform';
import { SERVICES } from '@corridor/services';
import pg from 'pg';

/** The Postgres that `npm start` has started in DATA_DIR, if it runs. */
function embeddedUrl(dataDir = '.corridor/data') {
  try {
    const read = (/** @type {string[]} */ ...path) =>
      readFileSync(join(dataDir, 'postgres', ...path), 'utf8');
    const port = read('cluster', 'postmaster.pid').split('\n')[3];
    return `postgres://corridor:${read('password').trim()}@127.0.0.1:${port}`;
  } catch {
    return '';
  }
}

const DATABASE_URL = process.env['DATABASE_URL'] || embeddedUrl(process.env['DATA_DIR']);
if (!URL.canParse(DATABASE_URL)) {
  console.error(
    'DATABASE_URL must be set to the Postgres server of the distributed composition: no embedded one runs in DATA_DIR',
  );
  process.exit(1);
}

const rows = [];
for (const service of SERVICES) {
  const url = new URL(DATABASE_URL);
  url.pathname = `/${databaseName(service)}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect().catch((/** @type {Error} */ error) => {
    console.error(
      `The database of ${service} cannot be reached at DATABASE_URL: ${error.message || error.name}`,
    );
    process.exit(1);
  });
  const query = async (/** @type {string} */ sql, /** @type {unknown[]} */ values) =>
    (await client.query(sql, values)).rows;
  const backlog = new Backlog(service, { query });
  for (const { cause, source, type, count, since } of await backlog.counts())
    rows.push([service, cause, `${source}: ${type}`, count, since.toISOString()]);
  for (const { lock, count, since } of await backlog.locks())
    rows.push([service, 'lock', lock, count, since.toISOString()]);
  await client.end();
}

if (rows.length === 0) console.log('No messages are waiting.');
else
  for (const row of [['service', 'cause', 'message', 'count', 'oldest'], ...rows])
    console.log(row.join('\t'));
