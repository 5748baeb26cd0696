/**
 * The folder of an embedded Postgres.
 *
 * Postgres refuses to run as root, and another user cannot enter root's home. In that case the data is stored under
 * /var/lib/corridor, and `DATA_DIR/postgres` is a link to it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim } from './claim.js';
import { pidExists, processesIn, worksIn } from './live-process.js';
import type { ServerUser } from './postgres-binaries.js';

export interface PostgresFolder {
  readonly cluster: string;
  readonly password: string;
  readonly log: string;
  /** Pid of the server that runs on this folder. */
  postmaster(): number | undefined;
  /**
   * Removes a postmaster.pid that Postgres would take for a running server's, because its number now belongs to some
   * other program or to a zombie. A killed server's own helpers are given the time to end first.
   */
  dropStalePid(): Promise<void>;
  /** @returns the release @throws Error when a live process holds the claim */
  claim(): () => void;
}

/** The user `postgres` for root, who must not run a server; otherwise the current user. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const look = () => ({ uid: id('-u'), gid: id('-g') });
  try {
    return look();
  } catch {
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/bin/false',
      'postgres',
    ]);
    return look();
  }
}

export function postgresFolder(dataDir: string, user: ServerUser): PostgresFolder {
  const root = usable(resolve(dataDir), user);
  const cluster = join(root, 'cluster');
  return {
    cluster,
    password: join(root, 'password'),
    log: join(root, 'server.log'),
    postmaster: () => (worksIn(pidIn(cluster), cluster) ? pidIn(cluster) : undefined),
    dropStalePid: () => dropStalePid(cluster),
    claim: () => claim(root, dataDir),
  };
}

function usable(dataDir: string, user: ServerUser): string {
  try {
    return place(dataDir, user);
  } catch (error) {
    throw new Error(`the data directory ${dataDir} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function place(dataDir: string, user: ServerUser): string {
  mkdirSync(dataDir, { recursive: true });
  const here = join(dataDir, 'postgres');
  if (!existsSync(here)) {
    rmSync(here, { force: true }); // a link to deleted data
    if (canEnter(dataDir, user)) mkdirSync(here);
    else symlinkSync(sharedFolder(), here);
  } else if (!lstatSync(here).isSymbolicLink() && !canEnter(dataDir, user))
    throw new Error(
      'the user postgres cannot enter it: move it to a folder that all users can enter, such as /var/lib/corridor/data',
    );
  const root = realpathSync(here);
  giveTo(user, root);
  chmodSync(root, 0o700);
  return root;
}

function sharedFolder(): string {
  mkdirSync('/var/lib/corridor', { recursive: true, mode: 0o755 });
  return mkdtempSync('/var/lib/corridor/postgres-');
}

/** Checks access as that user. */
function canEnter(folder: string, user: ServerUser): boolean {
  return !user || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

function giveTo(user: ServerUser, root: string): void {
  if (!user || lstatSync(root).uid === user.uid) return;
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const path of [root, ...entries.map((entry) => join(root, entry))])
    chownSync(path, user.uid, user.gid);
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/** The first line of postmaster.pid; 0 without one. */
function pidIn(cluster: string): number {
  const file = pidFile(cluster);
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0;
}

async function dropStalePid(cluster: string): Promise<void> {
  if (!pidExists(pidIn(cluster))) return; // Postgres detects a stale file itself
  for (let attempts = 200; attempts > 0 && processesIn(cluster).length > 0; attempts -= 1) await sleep(50);
  rmSync(pidFile(cluster), { force: true });
}
