import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.js';

export type Variables = Readonly<Record<string, string | undefined>>;

/** `~/.config/corridor/<name>`, or below XDG_CONFIG_HOME. */
export const privateFile = (variables: Variables, name: string): string =>
  join(variables['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'corridor', name);

/** The object that was kept; `{}` if there is none. @throws UsageError if others can read the file */
export function readPrivate(file: string): object {
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new UsageError(`${file} can be read by others: remove it and log in again`);
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof UsageError) throw error;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Sets fields of the object. Only the user can read the file, also if it was there before.
 * @param instead what to do where the file system is read-only, as in a container
 * @throws UsageError there
 */
export function keepPrivate(file: string, fields: object, instead: string): void {
  try {
    const text = `${JSON.stringify({ ...readPrivate(file), ...fields }, null, 2)}\n`;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`the login cannot be kept: ${(error as Error).message}; ${instead}`, {
      cause: error,
    });
  }
}
