/**
 * `npm run start:production-demo`: Corridor in PRODUCTION and a bank, on a machine with only Node and npm. Nothing in Corridor is
 * simulated: the bank simulator is a program of its own, and they exchange files.
 *
 * Guarantee: it installs and builds what is missing, sets up what a company needs before its first client, and Ctrl-C stops everything that
 * it started. DEMO_DIR (default `.corridor/production-demo`) keeps the data; PORT is 8080 unless set; DEMO_TIME is when its clock starts
 * (by default now, or on the next working day in the morning if banks are closed).
 */
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';
import { demandFreePort } from './ports.mjs';
import { launch, whenReady } from './program.mjs';
import { endWithNpm, onSignals } from './signals.mjs';

const root = join(import.meta.dirname, '..');
reportFailures('The demonstration could not start');
endWithNpm();
await demandFreePort(process.env);
await install();
const { build } = await import('./build.mjs');
const { embeddedPostgres } = await import('./embedded-postgres.mjs');
const { clockIn } = await import('./production-demo/clock.mjs');
const { openMarket } = await import('./production-demo/market.mjs');
const { placeIn, settingsOf } = await import('./production-demo/place.mjs');
const { STAFF, emailOf, setUp } = await import('./production-demo/set-up.mjs');
console.log('Building …');
await build();

const port = process.env['PORT'] || '8080';
const url = `http://127.0.0.1:${port}`;
const place = placeIn(process.env['DEMO_DIR'] || join(root, '.corridor', 'production-demo'));
const preloaded = pathToFileURL(join(import.meta.dirname, 'production-demo', 'clock-ahead.mjs')).href;
const bankProgram = join(root, 'apps', 'bank-simulator', 'dist', 'main.js');
console.log('Starting Postgres, the bank and Corridor …');
const clock = clockIn(place.folder, process.env['DEMO_TIME'] || undefined);
const closeMarket = openMarket(place.market, clock.now);
const env = {
  ...process.env,
  CLOCK_AHEAD_FILE: clock.file,
  NODE_OPTIONS: [process.env['NODE_OPTIONS'], `--import=${preloaded}`].filter(Boolean).join(' '),
};
const { startPostgres } = await embeddedPostgres();
const postgres = await startPostgres({ dataDir: place.database });
/** As it can be typed here. @param {string} path */
const shown = (path) => (path.startsWith(root) ? relative(process.cwd(), path) : path);
const logOf = (/** @type {string} */ name) => join(place.folder, `${name}.log`);
/** What a program says is shown, and kept. @param {string} name */
function saidBy(name) {
  appendFileSync(logOf(name), '');
  return (/** @type {string} */ line) => {
    appendFileSync(logOf(name), `${line}\n`);
    if (line.trim()) console.log(`  ${name.padEnd(8)}  ${line.trim()}`);
  };
}
const bank = await launch({
  name: 'bank',
  command: process.execPath,
  args: ['--enable-source-maps', bankProgram, 'run', '--folder', place.bank],
  env,
  output: saidBy('bank'),
});
const corridor = await launch({
  name: 'corridor',
  command: process.execPath,
  args: ['--enable-source-maps', join(root, 'apps', 'all-in-one', 'dist', 'main.js')],
  env: { LOG_LEVEL: 'error', ...env, ...settingsOf(place, postgres), PORT: port },
  output: saidBy('corridor'),
});

let ending = false;
const end = async (/** @type {number} */ exitCode) => {
  if (ending) return;
  ending = true;
  await corridor.stop();
  await bank.stop();
  closeMarket();
  await postgres.stop();
  process.exit(exitCode);
};
onSignals(
  () => void end(0),
  () => process.exit(130),
);
for (const { name, ending: how, exitCode } of [corridor, bank])
  void Promise.all([how(), exitCode()]).then(([how, code]) => {
    if (!ending)
      console.error(
        `\n  ${name} has ended ${how}, so the demonstration ends. Its log is ${shown(logOf(name))}`,
      );
    return end(code || 1);
  });

await whenReady(corridor, async () => {
  const response = await fetch(`${url}/health/ready`).catch(() => null);
  return response?.ok ?? false;
});
const run = promisify(execFile);
await setUp(
  url,
  place,
  async (...command) =>
    (await run(process.execPath, [bankProgram, '--folder', place.bank, ...command])).stdout,
);

console.log(`
  Corridor is ready at ${url}  (PRODUCTION, with a bank of its own)

  Its clock   ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC
  Staff       ${emailOf(STAFF.ines)} and ${emailOf(STAFF.omar)}: each has all roles, and approves what the other one does
  Password    of both: ${place.password}   (${shown(place.passwordFile)})
  The bank    ${shown(place.bank)}   its files: ${shown(place.rail)}

  Go on, in another terminal:

    export CORRIDOR_URL=${url}
    npx corridor login --email ${emailOf(STAFF.ines)} --password - < ${shown(place.passwordFile)}
    npx corridor clients create --help
    npx corridor-bank --folder ${shown(place.bank)} accounts

  A client, money that arrives, a payment and a statement, step by step: docs/production-tour.md

  Ctrl-C stops everything; the data is kept.
`);
