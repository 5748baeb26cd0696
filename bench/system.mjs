/** The built all-in-one program on a Postgres of its own that counts statements. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Pool } from 'undici';
import { startAllInOne } from '@corridor/tools/all-in-one.mjs';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { apiOf, newClient, senderTo } from './client.mjs';
import { cpuOfTree } from './processor-time.mjs';

/** @typedef {Awaited<ReturnType<typeof startSystem>>} System */

/** @param {{ clients: number, atOnce: number, env?: Record<string, string> }} size */
export async function startSystem({ clients: count, atOnce, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  const postgres = await countingPostgres(folder);
  const program = await startAllInOne({
    dataDir: folder,
    env: {
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '1000000',
      ...env,
    },
  });
  let isStopping = false;
  void program.exitCode().then((code) => {
    if (isStopping) return;
    console.error(`the program has ended with ${code}; its last output:\n${program.tail()}`);
    process.exit(1);
  });
  const http = new Pool(program.url, { connections: atOnce });
  const send = senderTo(http);
  const clients = [];
  while (clients.length < count) clients.push(await newClient(apiOf(http)));
  const database = new pg.Client(`${postgres.url}/postgres`);
  await database.connect();
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');

  return {
    url: program.url,
    pid: program.pid,
    databaseUrl: postgres.url,
    clients,
    send,
    /** Statements and commits of all services so far. @returns {Promise<import('./harness.mjs').Counters>} */
    async counters() {
      const { rows } = await database.query(
        `SELECT (SELECT sum(calls) FROM pg_stat_statements WHERE dbid <> (SELECT oid FROM pg_database WHERE datname = 'yardstick'))::float8 AS statements,
                (SELECT sum(calls) FROM pg_stat_statements WHERE query = 'COMMIT')::float8 AS commits`,
      );
      return rows[0];
    },
    /** Processor time so far, in milliseconds: Linux only. */
    processorMs() {
      const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
      const [postmaster] = readFileSync(file, 'utf8').split('\n');
      return { program: sum(cpuOfTree(program.pid)), postgres: sum(cpuOfTree(Number(postmaster))) };
    },
    async stop() {
      isStopping = true;
      await http.close();
      await program.stop();
      await database.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {Map<number, number>} times */
const sum = (times) => [...times.values()].reduce((all, one) => all + one, 0);

/** @param {string} dataDir */
async function countingPostgres(dataDir) {
  const { startPostgres } = await embeddedPostgres();
  const first = await startPostgres({ dataDir });
  const client = new pg.Client(`${first.url}/postgres`);
  await client.connect();
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.query('ALTER SYSTEM SET max_connections = 300');
  await client.query('CREATE DATABASE yardstick');
  await client.end();
  await first.stop();
  return startPostgres({ dataDir });
}
