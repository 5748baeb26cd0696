import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from '@corridor/embedded-postgres';
import { freePort } from '@corridor/tools/ports.mjs';
import { Unavailable } from '@corridor/tools/servers/unavailable.mjs';

const VERSIONS = '/usr/lib/postgresql';

/** Where Debian has the newest Postgres with all its programs: the embedded one has no `pg_dump`. @throws Unavailable */
export function debianPostgres(): string {
  const [newest] = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  const programs = join(VERSIONS, newest ?? '', 'bin');
  for (const name of ['initdb', 'pg_ctl', 'pg_dump', 'pg_dumpall', 'pg_restore', 'psql'])
    if (!existsSync(join(programs, name)))
      throw new Unavailable(`${name} is not in ${programs}; as root: apt-get install postgresql`);
  return programs;
}

/** A new server without a password. @param programs of {@link debianPostgres} */
export async function startDebianPostgres(
  programs: string,
): Promise<{ readonly url: string; remove(): void }> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'corridor-debian-postgres-'));
  chmodSync(folder, 0o777); // Postgres may run as another user
  const cluster = join(folder, 'cluster');
  const run = (name: string, ...args: string[]) =>
    execFileSync(join(programs, name), ['-D', cluster, ...args], { ...user, cwd: '/', stdio: 'ignore' });
  run('initdb', '--username=corridor', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const port = await freePort();
  const flags = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c max_connections=200`;
  run('pg_ctl', 'start', '-w', '-l', join(folder, 'log'), '-o', flags);
  return {
    url: `postgres://corridor@127.0.0.1:${port}`,
    remove: () => {
      run('pg_ctl', 'stop', '-w', '-m', 'fast');
      rmSync(folder, { recursive: true });
    },
  };
}
