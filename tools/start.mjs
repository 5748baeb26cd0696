/**
 * `npm start`: the whole system in one program, on a machine with only Node and npm.
 *
 * Guarantee: it installs and builds what is missing, and Ctrl-C stops everything that it started. DATA_DIR (default
 * `.corridor/data`) keeps the data; PORT is 8080 unless set.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';
import { demandFreePort } from './ports.mjs';
import { launch } from './program.mjs';
import { endWithNpm, onSignals } from './signals.mjs';
import { startedAt } from './started-at.mjs';

const root = join(import.meta.dirname, '..');
reportFailures('Corridor could not start');
endWithNpm();
// The process that goes on with the installed Node counts from the same time.
process.env['STARTED_AT'] ??= String(startedAt());
await demandFreePort(process.env);
await install();
const { build } = await import('./build.mjs');
const { checkStart } = await import('./check-start.mjs');
const main = join(root, 'apps', 'all-in-one', 'dist', 'main.js');
if (!existsSync(main)) await checkStart('all-in-one'); // later the program checks the settings itself, after a build of a few seconds
console.log('Building …');
await build();

const program = await launch({
  name: 'corridor',
  command: process.execPath,
  args: ['--enable-source-maps', main],
  env: {
    DATA_DIR: join(root, '.corridor', process.env['ENVIRONMENT'] === 'PRODUCTION' ? 'production' : 'data'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ...process.env,
  },
  output: 'inherit',
});
onSignals(
  (signal) => program.signal(signal),
  () => program.kill9(),
);
process.exitCode = await program.exitCode();
