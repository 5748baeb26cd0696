import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.js';
import { isAlive } from './live-process.js';
import { postgresBinaries } from './postgres-binaries.js';
import { serverUser } from './postgres-folder.js';

const TOOL = join(import.meta.dirname, '../../../tools/embedded-postgres.mjs');

describe('embedded Postgres', () => {
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];
  const start = async (dir = dataDir, port?: number, onOutage?: (what: string) => void) => {
    const postgres = await startPostgres({
      dataDir: dir,
      ...(port && { port }),
      ...(onOutage && { onOutage }),
    });
    running.push(postgres);
    return postgres;
  };
  const cluster = (dir = dataDir) => join(realpathSync(join(dir, 'postgres')), 'cluster');
  const postmaster = () => Number.parseInt(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8'), 10);

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'corridor-spec-'));
    chmodSync(dataDir, 0o755);
  });
  afterEach(async () => {
    for (const postgres of running.splice(0)) await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('listens on loopback only, requires the password and syncs to disk', async () => {
    const { url } = await start();
    expect(await query(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await query(url, 'SHOW fsync')).toBe('on');
    expect(await query(url, `SELECT lower('É')`)).toBe('é');
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
  });

  test('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).toBe(42);
  });

  /** Another process that uses the folder, the shell that guards its server, and the server. */
  const startElsewhere = async () => {
    const script = `const { embeddedPostgres } = await import(${JSON.stringify(TOOL)});
      const { url } = await (await embeddedPostgres()).startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(url);
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    const shell = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
    return { child, shell: Number(shell), server: postmaster(), url: url.toString().trim() };
  };

  test('ends with its process, even after a kill -9, and writes all data before', async () => {
    const { child, server, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    child.kill('SIGKILL');
    while (isAlive(server)) await sleep(20);
    expect(readFileSync(join(cluster(), '..', 'server.log'), 'utf8')).toContain(
      'database system is shut down',
    );
    expect(await query((await start()).url, 'SELECT value FROM kept')).toBe(42);
  });

  test('a server that was left running is stopped by the next one, which sees all data', async () => {
    const { child, shell, server, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    process.kill(shell, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(server)).toBe(true);
    const second = await start();
    expect(isAlive(server)).toBe(false);
    expect(await query(second.url, 'SELECT value FROM kept')).toBe(42);
  });

  test('is started again on its port when it was killed, and says so', async () => {
    const said: string[] = [];
    const { url } = await start(dataDir, undefined, (what) => said.push(what));
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    process.kill(postmaster(), 'SIGKILL');
    while (said.length < 2) await sleep(20);
    expect(said).toEqual(['Postgres has ended by itself, and is started again', 'Postgres runs again']);
    expect(await query(url, 'SELECT value FROM kept')).toBe(42);
    process.kill(postmaster(), 'SIGKILL');
    while (said.length < 4) await sleep(20);
    expect(await query(url, 'SELECT value FROM kept')).toBe(42);
  });

  test('tries again while its port is taken, and can be stopped meanwhile', async () => {
    const said: string[] = [];
    const first = await start(dataDir, undefined, (what) => said.push(what));
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    while (isAlive(killed)) await sleep(5);
    const holder = createServer().listen(first.port, '127.0.0.1');
    await once(holder, 'listening');
    while (said.length < 3) await sleep(20);
    expect(said[2]).toMatch(/^Postgres did not start on port \d+: .* in use.*; next attempt in 200 ms$/);
    await first.stop();
    await new Promise((resolve) => holder.close(resolve));
    expect(await query((await start()).url, 'SELECT 1')).toBe(1);
  });

  test('keeps the log of its server short', async () => {
    const { url } = await start();
    const log = join(cluster(), '..', 'server.log');
    writeFileSync(log, 'x'.repeat(10 * 2 ** 20));
    while (statSync(log).size > 1000) await sleep(20);
    expect(statSync(`${log}.1`).size).toBe(10 * 2 ** 20);
    await expect(query(url, 'SELECT nonsense')).rejects.toThrow('nonsense');
    expect(readFileSync(log, 'utf8')).toMatch(/^[^\0]*column "nonsense" does not exist/);
  });

  test('recovers when the server itself was killed', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    process.kill(postmaster(), 'SIGKILL');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).toBe(42);
  });

  test('a folder belongs to one live process at a time', async () => {
    await start();
    await expect(start()).rejects.toThrow(`in use by process ${process.pid}`);
    expect(isAlive(postmaster())).toBe(true);
  });

  test('an incomplete cluster is created again', async () => {
    mkdirSync(join(dataDir, 'postgres', 'cluster.unfinished'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'cluster.unfinished', 'PG_VERSION'), '18\n');
    expect(await query((await start()).url, 'SELECT 1')).toBe(1);
  });

  test.each([
    ['another program has got by now', 'echo $$; exec sleep 60'],
    ['a zombie still has', 'sleep 0 & echo $!; exec sleep 60'],
  ])('a stale postmaster.pid whose number %s is no obstacle', async (_, script) => {
    await (await start()).stop();
    const other = spawn('sh', ['-c', script], { ...serverUser(), cwd: '/' });
    const [pid] = (await once(other.stdout, 'data')) as [Buffer];
    writeFileSync(join(cluster(), 'postmaster.pid'), `${pid.toString()}${cluster()}\n1700000000\n5432\n`);
    expect(await query((await start()).url, 'SELECT 1')).toBe(1);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  test('reports which port is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as { port: number };
    await expect(start(dataDir, port)).rejects.toThrow(new RegExp(`port ${port}.*in use`, 's'));
    holder.close();
    expect((await start(dataDir, port)).port).toBe(port);
  });

  /** The message of a failed start, in one line. */
  const failure = async (dir = dataDir) => {
    const { message } = await start(dir).then(
      () => new Error('it has started'),
      (error: Error) => error,
    );
    expect(message).not.toContain('\n');
    return message;
  };

  test('says that its data is of another version, and that its folder cannot be used', async () => {
    await (await start()).stop();
    writeFileSync(join(cluster(), 'PG_VERSION'), '99\n');
    expect(await failure()).toMatch(
      /^Postgres did not start on port \d+: database files are incompatible .* version 99, which is not compatible/,
    );
    writeFileSync(join(dataDir, 'file'), '');
    expect(await failure(join(dataDir, 'file'))).toContain(`${join(dataDir, 'file')} cannot be used: EEXIST`);
  });

  test('is not reached by a Ctrl-C in the terminal', async () => {
    await start();
    const group = (pid: number) =>
      execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    expect(group(postmaster())).not.toBe(group(process.pid));
  });

  test("the caller's locale and Postgres settings have no effect", async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      LC_ALL: 'xx_XX.UTF-8',
      PGDATA: '/nowhere',
      PGPORT: '1',
      PGOPTIONS: '-c nonsense=1',
    });
    try {
      const { url } = await start();
      delete process.env['PGOPTIONS'];
      expect(await query(url, 'SELECT 1')).toBe(1);
    } finally {
      for (const name of Object.keys(process.env)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  if (process.getuid?.() !== 0) return;

  describe('as root, who must not run a server', () => {
    test('says that there is no space for its data, and leaves none of it', async () => {
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=755', 'tmpfs', dataDir]);
      if (mounted.status !== 0) return; // a container that may not mount
      try {
        expect(await failure()).toMatch(
          new RegExp(`^Postgres could not create its data in ${dataDir}/postgres: .*No space left on device`),
        );
        expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['lock', 'password', 'used-by']);
      } finally {
        execFileSync('umount', [dataDir]);
      }
    });

    test('data under a folder that no other user can enter is stored elsewhere, behind a symbolic link', async () => {
      chmodSync(dataDir, 0o700);
      const first = await start();
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'SELECT value FROM kept')).toBe(42);
      expect(cluster()).toMatch(/^\/var\/lib\/corridor\/postgres-/);
      await second.stop();
      rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true });
      expect(await query((await start()).url, 'SELECT 1')).toBe(1);
      await running.pop()?.stop();
      rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true });
    });

    test('a copy that no other user can enter is refused, with what to do', async () => {
      chmodSync(dataDir, 0o700);
      const first = await start();
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
      await running.pop()?.stop();
      const copy = join(dataDir, 'copy');
      execFileSync('cp', ['-RL', dataDir, `${dataDir}-copy`]);
      execFileSync('mv', [`${dataDir}-copy`, copy]);
      rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true });
      await expect(start(copy)).rejects.toThrow(
        `the data directory ${copy} cannot be used: the user postgres cannot enter it: move it to a folder that all users can enter`,
      );
      chmodSync(dataDir, 0o755);
      chmodSync(copy, 0o755);
      expect(await query((await start(copy)).url, 'SELECT value FROM kept')).toBe(42);
    });

    test('inaccessible programs without their symbolic links are copied and completed', () => {
      const installed = postgresBinaries(serverUser());
      const unreachable = join(dataDir, 'package');
      mkdirSync(unreachable, { mode: 0o700 });
      cpSync(join(installed, '..', 'package.json'), join(unreachable, 'package.json'));
      cpSync(installed, join(unreachable, 'native'), { recursive: true, verbatimSymlinks: true });
      const links: { target: string }[] = JSON.parse(
        readFileSync(join(installed, 'pg-symlinks.json'), 'utf8'),
      );
      for (const { target } of links) rmSync(join(unreachable, target), { force: true });
      const version = JSON.parse(readFileSync(join(unreachable, 'package.json'), 'utf8')) as object;
      writeFileSync(
        join(unreachable, 'package.json'),
        JSON.stringify({ ...version, version: `spec-${process.pid}` }),
      );

      const native = postgresBinaries(serverUser(), join(unreachable, 'native'));
      expect(native).toBe(join(tmpdir(), `corridor-postgres-spec-${process.pid}`, 'native'));
      expect(postgresBinaries(serverUser(), join(unreachable, 'native'))).toBe(native);
      rmSync(join(native, '..'), { recursive: true });
    });
  });
});

/** The first column of the first row. */
async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows[0] && Object.values(rows[0])[0];
  } finally {
    await client.end();
  }
}
