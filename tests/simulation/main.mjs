/**
 * `npm run sim -- --seed N [--seeds K] [--operations M] [--workers W] [--record FILE]`: runs seeds of the simulation, some of
 * them at once, and reports what does not hold. Exits with code 1 if anything does not. With DATABASE_URL on that server,
 * otherwise on a Postgres of its own, whose data is deleted afterwards.
 *
 * The record has the seeds that are finished, so that a run can be ended and continued, on the same commit.
 */
import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedPostgres } from '../../tools/embedded-postgres.mjs';
import { reportFailures } from '../../tools/failures.mjs';
import { SeedRecord } from './seed-record.mjs';

reportFailures('The simulation could not run');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    operations: { type: 'string', default: '400' },
    workers: { type: 'string', default: String(availableParallelism()) },
    record: { type: 'string' },
  },
});
const first = wholeNumber('seed', values.seed);
const count = wholeNumber('seeds', values.seeds);
const operations = wholeNumber('operations', values.operations);

const record = new SeedRecord(values.record, operations);
const left = Array.from({ length: count }, (_, n) => first + n).filter((seed) => !record.has(seed));
const postgres = await server();
try {
  const begunAt = Date.now();
  const workers = Math.min(wholeNumber('workers', values.workers), left.length);
  const wanted = left.length;
  await Promise.all(Array.from({ length: workers }, () => worker(postgres.url)));
  const seconds = (Date.now() - begunAt) / 1_000;
  console.log(`${wanted} seeds, ${(wanted / seconds).toFixed(2)} a second; ${record.summary}`);
  process.exitCode = record.failures > 0 ? 1 : 0;
} finally {
  await postgres.stop();
}

/** Resolves when no seed is left. @param {string} url */
function worker(url) {
  const child = fork(join(import.meta.dirname, 'worker.mjs'), [url, String(operations)]);
  child.on('message', (/** @type {{ finding?: import('./tally.ts').Finding }} */ { finding }) => {
    if (!finding) return child.send({ seed: left.shift() ?? null });
    record.add(finding);
    const { seed, violations } = finding;
    if (violations.length > 0) console.log([`seed ${seed}:`, ...violations].join('\n  '));
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`a process that runs seeds ended with exit code ${code}`));
    });
  });
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
