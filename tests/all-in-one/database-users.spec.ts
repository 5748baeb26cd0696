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
  const client = new Client({ connectionString: `${program.postgresUrl}/postgres` });
  await client.connect();
  const { rows } = await client.query<object>(
    `SELECT DISTINCT usename AS name, pg_has_role(usesysid, datdba, 'MEMBER') AS "isOwner"
     FROM pg_stat_activity JOIN pg_database ON datid = pg_database.oid WHERE application_name LIKE 'corridor %'`,
  );
  await client.end();
  return rows;
}

test('it works as a user who is not the owner, and so do its processes', async () => {
  await program.start({ WEB_CONCURRENCY: '2' });
  expect(await usersAtWork()).toEqual([{ name: 'corridor_service', isOwner: false }]);
  expect(program.output).not.toContain('owns the tables');
});

/** With the owner alone, as versions did that had one user. */
async function workAsOwner(): Promise<void> {
  const postgres = await startPostgres({ dataDir: program.dataDir });
  await program.start({ DATABASE_URL: postgres.url });
  expect(await usersAtWork()).toEqual([{ name: 'corridor', isOwner: true }]);
  expect(program.output).toContain('the user of DATABASE_URL owns the tables and could change history');
  await program.end('SIGTERM');
  await postgres.stop();
}

test('data of one user keep their owner, and that user can work with them again', async () => {
  await workAsOwner();
  for (const _ of ['made by one user', 'known to both']) {
    await program.start();
    expect(await usersAtWork()).toEqual([{ name: 'corridor_service', isOwner: false }]);
    await program.end('SIGTERM');
  }
  await workAsOwner();
});
