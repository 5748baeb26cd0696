/**
 * `npm run screenshots`: takes the pictures of the console in README and the guide, in a new sandbox in which the demo world is played.
 * A spec takes them, so a page that is broken, inaccessible or too wide is no picture. It needs a build and Chromium.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';
import { endWithNpm } from './signals.mjs';

reportFailures('The pictures could not be taken');
endWithNpm();
await install();
const { startAllInOne } = await import('./all-in-one.mjs');
const { logFile, run } = await import('./test/run.mjs');
// Child processes are stopped when this process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

const dataDir = mkdtempSync(join(tmpdir(), 'corridor-screenshots-'));
chmodSync(dataDir, 0o755); // Postgres may run as another user
const system = await startAllInOne({ dataDir });
try {
  const env = { COMPOSITION: 'all-in-one', CORRIDOR_URL: system.url, PICTURES: 'docs' };
  const options = ['--selectProjects', 'all-in-one', '--testPathPatterns', 'all-in-one/demo-world'];
  await run('jest', 'bin/jest.js', options, { env, log: logFile('screenshots'), show: console.log });
} finally {
  await system.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
