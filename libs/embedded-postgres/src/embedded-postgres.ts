/**
 * An embedded Postgres server, for machines without an installed one.
 *
 * Guarantees: it listens on 127.0.0.1 only and requires a password that is stored next to its data; it syncs to disk unless
 * it is told not to; its data survives any end of this process; one process at a time uses a folder. Ctrl-C reaches only
 * this process, so the caller decides when to stop the server; it ends at the latest with this process, even after a
 * `kill -9`. A server that ends by itself is started again on the same port. Its log is at most twice 10 MB.
 */
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './live-process.js';
import { type Guard, guard } from './guard.js';
import { type ServerUser, postgresBinaries, program } from './postgres-binaries.js';
import { type PostgresFolder, postgresFolder, serverUser } from './postgres-folder.js';

export interface EmbeddedPostgres {
  /** Base address of the server for its superuser, without a database: `postgres://user:password@127.0.0.1:port` */
  readonly url: string;
  /** The same for a user who owns nothing, whom `prepareDatabase` creates. It does not show the superuser's password. */
  readonly serviceUrl: string;
  readonly port: number;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const role = 'corridor';
const serviceRole = 'corridor_service';

export interface PostgresOptions {
  /** Folder with the data in its subfolder `postgres`; created if it is missing. */
  dataDir: string;
  /** A free one by default. */
  port?: number;
  /** 200 by default. */
  maxConnections?: number;
  /**
   * Whether it syncs to disk, as by default. Without, its data survives the end of any process, but not that of the
   * machine: for data that is deleted at the end.
   */
  isSynced?: boolean;
  /** Is told in one sentence when the server has ended by itself, and what followed. */
  onOutage?: (what: string) => void;
}

/** @throws Error when another live process uses the folder, when the port is taken, or when Postgres cannot run here */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const native = postgresBinaries(user);
  const folder = postgresFolder(options.dataDir, user);
  const release = folder.claim();
  try {
    const server = new Server(native, folder, user, options);
    await server.endLeftover();
    if (!existsSync(folder.cluster)) await server.initialise();
    const port = await server.start(options.port);
    const password = readFileSync(folder.password, 'utf8').trim();
    let stopped: Promise<void> | undefined;
    const ofServices = createHmac('sha256', password).update(serviceRole).digest('hex');
    return {
      url: `postgres://${role}:${password}@127.0.0.1:${port}`,
      serviceUrl: `postgres://${serviceRole}:${ofServices}@127.0.0.1:${port}`,
      port,
      stop: () => (stopped ??= server.stop().finally(release)),
    };
  } catch (error) {
    release();
    throw error;
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

class Server {
  private guard: Guard | undefined;
  private restarting: Promise<void> | undefined;
  private isStopping = false;

  private readonly onOutage: (what: string) => void;
  private readonly maxConnections: number;
  private readonly isSynced: boolean;

  constructor(
    private readonly native: string,
    private readonly folder: PostgresFolder,
    private readonly user: ServerUser,
    { maxConnections = 200, isSynced = true, onOutage = () => undefined }: PostgresOptions,
  ) {
    this.maxConnections = maxConnections;
    this.isSynced = isSynced;
    this.onOutage = onOutage;
  }

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
    for (let attempts = wanted ? 1 : 5; ; attempts -= 1) {
      const port = wanted ?? (await freePort());
      const logged = this.log().length;
      try {
        const where = [
          '-D',
          this.folder.cluster,
          '-l',
          this.folder.log,
          '-o',
          flags(port, this.maxConnections, this.isSynced),
        ];
        await this.run('pg_ctl', ['start', '-w', '-t', '60', ...where]);
        this.guard = guard(this.folder, () => void (this.restarting ??= this.restart(port)));
        return port;
      } catch (error) {
        const why = causeIn(this.log().slice(logged));
        // Another process may have taken the port between the check and the start.
        if (attempts > 1 && why.includes('in use')) continue;
        throw new Error(`Postgres did not start on port ${port}: ${why}`, { cause: error });
      }
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.restarting;
    this.guard?.release();
    await this.end('fast');
  }

  /** Until it runs again or is to stop. */
  private async restart(port: number): Promise<void> {
    this.onOutage('Postgres has ended by itself, and is started again');
    for (let pauseMs = FIRST_PAUSE_MS; !this.isStopping; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        await this.endLeftover();
        await this.start(port);
        this.restarting = undefined;
        return this.onOutage('Postgres runs again');
      } catch (error) {
        this.onOutage(`${(error as Error).message}; next attempt in ${pauseMs} ms`);
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
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

function flags(port: number, maxConnections: number, isSynced: boolean): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    fsync: isSynced ? 'on' : 'off',
    full_page_writes: isSynced ? 'on' : 'off', // against pages that a power cut leaves half written
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
