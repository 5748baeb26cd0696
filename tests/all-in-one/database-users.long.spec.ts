import { startPostgres } from '@corridor/embedded-postgres';
import { Client } from 'pg';
import { Program } from '../support/program.js';

/** As which users the program works in its databases. */
let program: Program;
beforeEach(async () => {
  program = await Program.with({});
});
afterEach(() => program.remove());

const asOwner = () => queryAs(`${program.postgresUrl}/postgres`);

/** Statements of a user, each on a connection of its own. */
function queryAs(connectionString: string) {
  return async (text: string): Promise<object[]> => {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      return (await client.query<object>(text)).rows;
    } finally {
      await client.end();
    }
  };
}

/** The users of the program's connections while it works. */
const usersAtWork = (): Promise<object[]> =>
  asOwner()(
    `SELECT DISTINCT usename AS name, pg_has_role(usesysid, datdba, 'MEMBER') AS "isOwner"
     FROM pg_stat_activity JOIN pg_database ON datid = pg_database.oid WHERE application_name LIKE 'corridor %'`,
  );

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

test('a password and defaults that the user of the services has given itself are reset at the next start', async () => {
  await program.start();
  await program.end('SIGTERM');
  const postgres = await startPostgres({ dataDir: program.dataDir });
  const asService = queryAs(`${postgres.serviceUrl}/corridor_ledger`);
  await asService(`ALTER ROLE CURRENT_USER SET default_transaction_read_only = on;
    ALTER ROLE CURRENT_USER IN DATABASE corridor_ledger SET search_path = '';
    ALTER ROLE CURRENT_USER PASSWORD 'stolen'`);
  await expect(asService('SELECT 1')).rejects.toThrow('password authentication failed');
  await postgres.stop();

  await program.start();
  expect(await usersAtWork()).toEqual([{ name: 'corridor_service', isOwner: false }]);
  expect(
    await asOwner()(`SELECT FROM pg_db_role_setting WHERE setrole = 'corridor_service'::regrole`),
  ).toEqual([]);
  const response = await fetch(`${program.url}/v1/wallets`, {
    method: 'POST',
    headers: {
      'x-api-key': 'ck_sandbox_demo_acme_trading',
      'x-idempotency-key': 'after the reset',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ccyCode: 'SEK' }),
  });
  expect(response.status).toBe(200);
});
