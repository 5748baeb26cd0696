import { randomBytes } from 'node:crypto';
import { type DatabaseOwner, databaseName } from '../migrate-database.js';
import { databaseUrl, withClient } from '../server-connection.js';
import { copyMigrated } from './migrated-copy.js';

const serverUrl = process.env.DATABASE_URL as string;
const own = randomBytes(4).toString('hex');
const service: DatabaseOwner = { name: `copied-${own}`, migrations: [], entities: [] };

test('workers that want copies at the same moment migrate once', async () => {
  const made: string[] = [];
  const prepare = async ({ name }: DatabaseOwner): Promise<void> => {
    made.push(name);
    await withClient(databaseUrl(serverUrl, 'postgres'), (client) =>
      client.query(`CREATE DATABASE ${databaseName(name)}`),
    );
  };
  const copies = [1, 2, 3, 4, 5].map((n) => `copy-${own}-${n}`);
  await Promise.all(copies.map((copy) => copyMigrated(serverUrl, service, copy, prepare)));
  expect(made).toHaveLength(1);

  await withClient(databaseUrl(serverUrl, 'postgres'), async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname = ANY ($1) OR datname LIKE $2',
      [copies.map(databaseName), `${databaseName(service.name)}-%`.replaceAll('-', '_')],
    );
    expect(rows).toHaveLength(copies.length + 1);
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`);
  });
});
