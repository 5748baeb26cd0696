/**
 * `npm run sim -- --seed N [--seeds K] [--operations M]`: runs seeds of the simulation and reports
 * what does not hold. Exits with code 1 if anything does not. With DATABASE_URL on that server, otherwise on a
 * Postgres of its own, whose data is deleted afterwards.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedPostgres } from '../../tools/embedded-postgres.mjs';
import { reportFailures } from '../../tools/failures.mjs';

reportFailures('The simulation could not run');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    operations: { type: 'string', default: '400' },
  },
});
const seed = wholeNumber('seed', values.seed);
const seeds = wholeNumber('seeds', values.seeds);
const operations = wholeNumber('operations', values.operations);

const postgres = await server();
try {
  const { runSeeds } = await import('./run-seeds.ts');
  const print = (/** @type {string} */ line) => console.log(line);
  const violated = await runSeeds(postgres.url, { seed, seeds, operations, print });
  process.exitCode = violated > 0 ? 1 : 0;
} finally {
  await postgres.stop();
}

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
async function server() {
  const url = process.env['DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-simulation-'));
  chmodSync(dataDir, 0o755); // Postgres may run as another user
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const { startPostgres } = await embeddedPostgres();
  return startPostgres({ dataDir });
}

/** @param {string} name @param {string} text */
function wholeNumber(name, text) {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`);
  return Number(text);
}
