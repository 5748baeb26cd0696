import { rmSync } from 'node:fs';
import { type Variables, keepPrivate, privateFile, readPrivate } from './private-file.js';

/** What `corridor login` keeps for staff: a token for each address. */
interface Logins {
  readonly [url: string]: { readonly accessToken: string; readonly expiresOn: string };
}

export const loginsFile = (variables: Variables): string => privateFile(variables, 'logins.json');

const loginsIn = (variables: Variables): Logins => readPrivate(loginsFile(variables)) as Logins;

/** @throws UsageError where the file system is read-only, as in a container */
export const keepLogin = (variables: Variables, url: string, login: Logins[string]): void =>
  keepPrivate(
    loginsFile(variables),
    { [url]: login },
    'set XDG_CONFIG_HOME to another folder, or CORRIDOR_STAFF_KEY',
  );

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
