/**
 * `npm start`: the whole system in one process, on a machine with only Node and npm.
 *
 * Guarantee: it installs and builds what is missing, and Ctrl-C stops everything that it started. DATA_DIR (default
 * `.corridor/data`) keeps the data; PORT is 8080 unless set.
 */
import { join } from 'node:path';
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';

const root = join(import.meta.dirname, '..');
reportFailures('Corridor could not start');
await install();
const startedAt = Date.now();
const { build } = await import('./build.mjs');
console.log('Building …');
build();

const { launch } = await import('./program.mjs');
const { onSignals } = await import('./signals.mjs');
const program = await launch({
  name: 'corridor',
  command: process.execPath,
  args: ['--enable-source-maps', join(root, 'apps', 'all-in-one', 'dist', 'main.js')],
  env: {
    DATA_DIR: join(root, '.corridor', 'data'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ...process.env,
    STARTED_AT: String(startedAt),
  },
  output: 'inherit',
});
onSignals(
  (signal) => program.signal(signal),
  () => program.kill9(),
);
process.exitCode = await program.exitCode();
