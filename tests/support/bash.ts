import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs commands of a page. @returns what they print @throws Error with it if one fails */
export async function bash(
  script: string,
  env: Readonly<Record<string, string>>,
  cwd = '.',
): Promise<string> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part) => (text += part));
  const [code] = await once(shell, 'close');
  if (code !== 0) throw new Error(`${script}\n${text}`);
  return text;
}
