/**
 * `npm run waiting-messages`: prints, for each service, how many messages wait and since when: dead letters, and messages
 * that are kept for a later build. Reads the databases of a running system, on the server of DATABASE_URL, and changes
 * nothing.
 */
import { Backlog } from '@corridor/messaging';
import { databaseName } from '@corridor/platform';
import { SERVICES } from '@corridor/services';
import pg from 'pg';

const { DATABASE_URL } = process.env;
if (!DATABASE_URL || !URL.canParse(DATABASE_URL)) {
  console.error(
    'DATABASE_URL must be set to the Postgres server whose databases are read: that of the distributed composition, or of any running one',
  );
  process.exit(1);
}

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
  const waiting = await new Backlog(service, { query }).counts();
  for (const { cause, source, type, count, since } of waiting)
    console.log([service, cause, `${source}: ${type}`, count, since.toISOString()].join('\t'));
  await client.end();
}
