import { spawnSync } from 'node:child_process';

test.each(['', 'here'])(
  'without a server (DATABASE_URL=%j) it says in one line which one it needs',
  (DATABASE_URL) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/waiting-messages.mjs'], {
      env: { ...process.env, DATABASE_URL, DATA_DIR: 'none' },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^DATABASE_URL must be set to the Postgres server .*distributed composition.*\n$/);
  },
);

test('a server that does not respond is reported in one line', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/waiting-messages.mjs'], {
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The database of \S+ cannot be reached at DATABASE_URL: .*ECONNREFUSED.*\n$/);
});
