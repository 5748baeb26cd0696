import { JarTables1700000000001, openTestDatabase } from './testing/index.js';

test('a search whose backend is stopped fails, and the next one has another connection', async () => {
  const db = await openTestDatabase([JarTables1700000000001]);
  const [stopped] = await db.searches.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(stopped!.pid, 'SIGSTOP');
  try {
    await expect(db.searches.query('SELECT 1')).rejects.toThrow('Postgres does not respond');
    const [next] = await db.searches.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    expect(next!.pid).not.toBe(stopped!.pid);
  } finally {
    process.kill(stopped!.pid, 'SIGCONT');
    await db.close();
  }
});
