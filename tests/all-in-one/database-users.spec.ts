import { openDatabase } from '@corridor/platform';
import { services } from '@corridor/all-in-one';
import { startPostgres } from '@corridor/embedded-postgres';
import { Client } from 'pg';
import { Program } from '../support/program.js';

/** As which users the program works in its databases. */
let program: Program;
beforeEach(async () => {
  program = await Program.with({});
});
afterEach(() => program.remove());

/** The users of the program's connections while it works. */
async function usersAtWork(): Promise<unknown[]> {
  return rowsOf(
    'postgres',
    `SELECT DISTINCT usename AS name, pg_has_role(usesysid, datdba, 'MEMBER') AS "isOwner"
     FROM pg_stat_activity JOIN pg_database ON datid = pg_database.oid WHERE application_name LIKE 'corridor %'`,
  );
}

async function rowsOf(database: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: `${program.postgresUrl}/${database}` });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

test('it works as a user who is not the owner, and so do its processes', async () => {
  await program.start({ WEB_CONCURRENCY: '2' });
  expect(await usersAtWork()).toEqual([{ name: 'corridor_service', isOwner: false }]);
  expect(program.output).not.toContain('owns the tables');
});

/** As a version did that had one user. */
async function openAsOwner(serverUrl: string): Promise<boolean[]> {
  const databases = await Promise.all(
    services.map((service) => openDatabase(serverUrl, service, { environment: 'SANDBOX', poolSize: 2 })),
  );
  for (const db of databases) await db.close();
  return databases.map(({ isOwner }) => isOwner);
}

test('data of a version that had one user keep their owner, and can be used by that version again', async () => {
  const postgres = await startPostgres({ dataDir: program.dataDir });
  await openAsOwner(postgres.url);
  await postgres.stop();
  for (const _ of ['made by that version', 'known to both users']) {
    await program.start();
    expect(await usersAtWork()).toEqual([{ name: 'corridor_service', isOwner: false }]);
    expect(await openAsOwner(program.postgresUrl)).toEqual(services.map(() => true));
    await program.end('SIGTERM');
  }
});
