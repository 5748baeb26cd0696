import { bullPool } from './bull-connections.js';

// In a chaos run (all-in-one, seed 412) Postgres was killed while a migration had such a client, and Corridor ended.
it('survives the end of a backend whose client is idle and checked out', async () => {
  const database = new URL(process.env.DATABASE_URL as string);
  database.pathname = '/postgres';
  const pool = bullPool(database.href, () => undefined);
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  client.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
