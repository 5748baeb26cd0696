/**
 * `npm test`: all checks in one command, on a fresh clone. `npm run test:long` runs with `--long` what that leaves out: random and
 * large tests at their full size, and all system tests on both compositions. Names of parts run these alone:
 * `npm test -- lint unit`.
 *
 * Guarantees: it installs and downloads what is missing; every step runs and is timed even if an earlier one failed
 * (but nothing is started that was not built); tests that cannot run on this machine are reported prominently, and with
 * CI=true as a failure; what hangs ends after a time, as a failure; the last line counts the tests; the exit code is 0
 * only if nothing failed.
 */
import { join } from 'node:path';
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';
import { endWithNpm } from './signals.mjs';
import { forgetOtherServers } from './test/servers.mjs';

reportFailures('The tests could not run');
endWithNpm();
await install();
delete process.env['CORRIDOR_TEST_SERVERS']; // it starts its own
forgetOtherServers(process.env);
const isLong = process.argv.includes('--long');
if (isLong) process.env['CORRIDOR_TEST_SIZE'] = 'full';
// Programs that are started again and again start faster: Node keeps what it has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', '.corridor', 'compile-cache');
const { Tally } = await import('./test/tally.mjs');
const { partsOf, steps } = await import('./test/steps.mjs');
const parts = partsOf(process.argv.slice(2).filter((one) => one !== '--long'));
// Child processes are stopped when this process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

/** More than it takes on two busy cores, and less than CI grants. */
const LIMIT_MINUTES = 85;

const tally = new Tally(process.env['CI'] === 'true');
await Promise.race([steps(tally, parts), ...(isLong ? [] : [tally.limit(LIMIT_MINUTES)])]);
process.exitCode = tally.conclude();
process.exit();
