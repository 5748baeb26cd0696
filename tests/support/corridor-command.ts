import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * What a command of the runbooks prints, as JSON.
 * @param command `corridor ops dead-letters list`, with arguments in single quotes
 * @param by the API key of a member of staff
 */
export async function corridor(
  command: string,
  at: { readonly url: string; readonly key: string },
): Promise<any> {
  const [, ...args] = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/cli/bin/corridor.mjs', ...args, '--json'],
    { env: { ...process.env, CORRIDOR_URL: at.url, CORRIDOR_STAFF_KEY: at.key } },
  );
  return JSON.parse(stdout);
}
