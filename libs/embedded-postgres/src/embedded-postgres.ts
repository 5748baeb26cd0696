/**
 * An embedded Postgres server, for machines without an installed one.
 *
 * Guarantees: it listens on 127.0.0.1 only and requires a password that is stored next to its data; it syncs to disk;
 * its data survives any end of this process; one process at a time uses a folder; a server that an earlier process left
 * running there (after a `kill -9`) is stopped first. Ctrl-C reaches only this process, so the caller decides when to
 * stop the server; it is stopped at the latest when this process exits.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from './live-process.js';
import { type ServerUser, postgresBinaries, program } from './postgres-binaries.js';
import { type PostgresFolder, postgresFolder, serverUser } from './postgres-folder.js';

export interface EmbeddedPostgres {
  /** Base address of the server, without a database: `postgres://user:password@127.0.0.1:port` */
  readonly url: string;
  readonly port: number;
  /** Of the server's first process. */
  readonly pid: number;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const role = 'corridor';

/**
 * @param dataDir folder with the data in its subfolder `postgres`; created if it is missing
 * @param port a free one when none is given
 * @param maxConnections 200 by default
 * @throws Error when another live process uses the folder, when the port is taken, or when Postgres cannot run here
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  maxConnections?: number;
}): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const native = postgresBinaries(user);
  const folder = postgresFolder(options.dataDir, user);
  const release = folder.claim();
  try {
    const server = new Server(native, folder, user, options.maxConnections ?? 200);
    await server.endLeftover();
    if (!existsSync(folder.cluster)) await server.initialise();
    const port = await server.start(options.port);
    const password = readFileSync(folder.password, 'utf8').trim();
    return {
      url: `postgres://${role}:${password}@127.0.0.1:${port}`,
      port,
      pid: server.pid(),
      stop: () => server.stop().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

class Server {
  private readonly endAtExit = () => this.signal('SIGINT');
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly native: string,
    private readonly folder: PostgresFolder,
    private readonly user: ServerUser,
    private readonly maxConnections: number,
  ) {}

  /** Created next to its final path and then moved there, so an incomplete cluster is never used. */
  async initialise(): Promise<void> {
    const { cluster, password } = this.folder;
    const unfinished = `${cluster}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (this.user) chownSync(password, this.user.uid, this.user.gid);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = [`--username=${role}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
    try {
      await this.run('initdb', [`--pgdata=${unfinished}`, ...locale, ...access]);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      const why = causeIn((error as { stderr?: string }).stderr ?? '');
      throw new Error(`Postgres could not create its data in ${dirname(cluster)}: ${why}`, { cause: error });
    }
    renameSync(unfinished, cluster);
  }

  /** @returns the port it listens on */
  async start(wanted?: number): Promise<number> {
    process.once('exit', this.endAtExit);
    for (let attempts = wanted ? 1 : 5; ; attempts -= 1) {
      const port = wanted ?? (await freePort());
      const logged = this.log().length;
      try {
        const where = ['-D', this.folder.cluster, '-l', this.folder.log];
        await this.run('pg_ctl', [
          'start',
          '-w',
          '-t',
          '60',
          ...where,
          '-o',
          flags(port, this.maxConnections),
        ]);
        return port;
      } catch (error) {
        const why = causeIn(this.log().slice(logged));
        // Another process may have taken the port between the check and the start.
        if (attempts > 1 && why.includes('in use')) continue;
        process.removeListener('exit', this.endAtExit);
        throw new Error(`Postgres did not start on port ${port}: ${why}`, { cause: error });
      }
    }
  }

  /** @throws Error when it does not run */
  pid(): number {
    const pid = this.folder.postmaster();
    if (pid === undefined) throw new Error('Postgres ended as soon as it had started');
    return pid;
  }

  stop(): Promise<void> {
    process.removeListener('exit', this.endAtExit);
    return (this.stopping ??= this.end('fast'));
  }

  /** Stops the server of an earlier process, unless its pid now belongs to another program. */
  async endLeftover(): Promise<void> {
    await this.end('fast');
    await this.folder.dropStalePid();
  }

  private async end(mode: 'fast' | 'immediate'): Promise<void> {
    const pid = this.folder.postmaster();
    if (pid === undefined) return;
    try {
      await this.run('pg_ctl', ['stop', '-w', '-t', '20', '-m', mode, '-D', this.folder.cluster]);
    } catch (error) {
      if (!isAlive(pid)) return;
      if (mode === 'immediate') throw error;
      await this.end('immediate');
    }
  }

  private signal(name: NodeJS.Signals): void {
    const pid = this.folder.postmaster();
    if (pid !== undefined) process.kill(pid, name);
  }

  private log(): string {
    return existsSync(this.folder.log) ? readFileSync(this.folder.log, 'utf8') : '';
  }

  /** Runs in a folder that every user can enter, without the caller's Postgres and locale settings. */
  private run(name: string, args: string[]) {
    const inherited = Object.entries(process.env).filter(([key]) => !/^(PG|LC_|LANG)/.test(key));
    const env = { ...Object.fromEntries(inherited), LC_ALL: 'C' };
    return run(program(this.native, name), args, { ...this.user, env, cwd: '/' });
  }
}

/** The first error in the output of a Postgres program, in one line, with its detail. */
function causeIn(output: string): string {
  const lines = output.trim().split('\n');
  const at = lines.findIndex((line) => /\b(FATAL|PANIC|error): |could not /.test(line));
  const textOf = (line = '') => line.replace(/^.*?\b(LOG|FATAL|PANIC|error|DETAIL): +/, '');
  const detail = lines[at + 1]?.includes(' DETAIL: ') ? `: ${textOf(lines[at + 1])}` : '';
  return at < 0 ? (lines.at(-1) ?? '') : textOf(lines[at]) + detail;
}

function flags(port: number, maxConnections: number): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  return [`-p ${port}`, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].join(' ');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
