import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const NAMES = ['DATABASE_URL', 'KAFKA_BROKERS', 'REDIS_URL'];
const theirs = {
  DATABASE_URL: 'postgres://me:secret@127.0.0.1:5432',
  KAFKA_BROKERS: '127.0.0.1:9092,127.0.0.1:9093',
  REDIS_URL: 'redis://127.0.0.1:6379',
};

/** The addresses that are left in a process after Jest has read its settings. */
async function seenByTests(env: Readonly<Record<string, string>>) {
  const script = `await import('./jest.config.mjs');
    console.log(JSON.stringify(${JSON.stringify(NAMES)}.map((name) => process.env[name] ?? null)));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as (string | null)[];
}

test('no test sees the servers of a shell', async () => {
  expect(await seenByTests(theirs)).toEqual([null, null, null]);
});

test('servers that were started for tests are used', async () => {
  const started = { ...theirs, CORRIDOR_TEST_SERVERS: Object.values(theirs).join(' ') };
  expect(await seenByTests(started)).toEqual(Object.values(theirs));
});

test('a server of a shell is not used beside those that were started for tests', async () => {
  const started = `postgres://corridor:other@127.0.0.1:40001 ${theirs.KAFKA_BROKERS}`;
  expect(await seenByTests({ ...theirs, CORRIDOR_TEST_SERVERS: started })).toEqual([
    null,
    theirs.KAFKA_BROKERS,
    null,
  ]);
});

test('these specs run on a server that was started for tests', () => {
  const { DATABASE_URL = '', CORRIDOR_TEST_SERVERS = '' } = process.env;
  expect(CORRIDOR_TEST_SERVERS.split(' ')).toContain(DATABASE_URL);
});
