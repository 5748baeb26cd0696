import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.js';

/** What `corridor login` keeps: a token for each address. */
interface Logins {
  readonly [url: string]: { readonly accessToken: string; readonly expiresOn: string };
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** `~/.config/corridor/logins.json`, or below XDG_CONFIG_HOME. */
export const loginsFile = (variables: Variables): string =>
  join(variables['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'corridor', 'logins.json');

function loginsIn(variables: Variables): Logins {
  try {
    return JSON.parse(readFileSync(loginsFile(variables), 'utf8')) as Logins;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${loginsFile(variables)} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Only the user can read the file, also if it was there before.
 * @throws UsageError where the file system is read-only, as in a container
 */
export function keepLogin(variables: Variables, url: string, login: Logins[string]): void {
  const file = loginsFile(variables);
  try {
    const text = `${JSON.stringify({ ...loginsIn(variables), [url]: login }, null, 2)}\n`;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    const why = `the token cannot be kept: ${(error as Error).message}`;
    throw new UsageError(`${why}; set XDG_CONFIG_HOME to another folder, or CORRIDOR_STAFF_KEY`, {
      cause: error,
    });
  }
}

export function forgetLogins(variables: Variables): void {
  rmSync(loginsFile(variables), { force: true });
}

/** The headers with which staff are recognized: a key of the environment, or the token of the last login. */
export function credentialFor(url: string, variables: Variables): Record<string, string> {
  const key = variables['CORRIDOR_STAFF_KEY'];
  if (key) return { 'x-api-key': key };
  const login = loginsIn(variables)[url];
  return login ? { authorization: `Bearer ${login.accessToken}` } : {};
}
