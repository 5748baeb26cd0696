import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { url } from './support/system.js';

const run = promisify(execFile);

/** The commands of the README's tour. */
it('prints what the README says', async () => {
  const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');
  const tour = /<!-- tour:[^]*?```bash\n([^]*?)```/.exec(readme)?.[1] ?? '';
  const promised = [...tour.matchAll(/^# → (.*)$/gm)].map(([, line]) => line);
  expect(promised.length).toBeGreaterThan(8);
  const script = tour.replaceAll('http://127.0.0.1:${PORT:-8080}', url);
  const { stdout } = await run('bash', ['-c', script]);
  expect(stdout.trim().split('\n')).toEqual(promised);
});
