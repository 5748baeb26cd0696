/** The steps of the test command, in order. */
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAllInOne } from '../all-in-one.mjs';
import { build } from '../build.mjs';
import { startDistributed } from '../distributed.mjs';
import { startServers } from '../servers/start-servers.mjs';
import { Unavailable } from '../servers/unavailable.mjs';
import { demandAllSeen, forgetSeen } from './seen-operations.mjs';
import { tool } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

/** @param {Tally} tally */
export async function steps(tally) {
  await tally.check('lint: eslint', () => tool('eslint', 'bin/eslint.js', ['.']));
  await tally.check('lint: prettier', () =>
    tool('prettier', 'bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  );
  await tally.check('types', () => tool('typescript', 'bin/tsc', ['--noEmit', '-p', 'tsconfig.json']));
  const isBuilt = await tally.check('build', async () => build());
  if (process.env['CI'] === 'true')
    await tally.check('generator: a new service passes', () => tool('corridor', 'check.mjs', []));
  const servers = await serversFor(tally);
  // Their Postgres is their own: what they leave behind is nothing that the distributed composition should find.
  const forUnits = { ...servers?.env, DATABASE_URL: '' };
  await tally.jest('unit tests', 'unit', ['--selectProjects', 'unit', '--maxWorkers=2'], forUnits);
  if (isBuilt) {
    await allInOne(tally);
    if (servers) await distributed(tally, servers);
  }
  await servers?.stop();
}

/** @param {Tally} tally @returns {Promise<import('../servers/start-servers.mjs').Servers | null>} */
async function serversFor(tally) {
  /** @type {import('../servers/start-servers.mjs').Servers | null} */
  let servers = null;
  await tally.check('servers: Postgres, Kafka, Redis', async () => {
    try {
      servers = await startServers();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      tally.cannotRun('everything on Kafka and Redis (the distributed composition)', error.message);
    }
  });
  return servers;
}

/** @param {Tally} tally */
async function allInOne(tally) {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-test-'));
  chmodSync(dataDir, 0o755); // Postgres may run as another user
  await systemTests(tally, 'all-in-one', {}, (output) => startAllInOne({ dataDir, output }));
  rmSync(dataDir, { recursive: true, force: true });
}

/** @param {Tally} tally @param {import('../servers/start-servers.mjs').Servers} servers */
async function distributed(tally, servers) {
  await systemTests(tally, 'distributed', servers.env, (output) =>
    startDistributed({ servers, output: (line, name) => output(`${name.padEnd(18)} | ${line}`) }),
  );
}

/**
 * The same tests on a composition that is started for them; its log is kept.
 * @param {Tally} tally
 * @param {string} composition
 * @param {Record<string, string>} env for the tests, beside the address
 * @param {(output: (line: string) => void) => Promise<{ url: string, stop: () => Promise<void> }>} start
 */
async function systemTests(tally, composition, env, start) {
  const logs = join(import.meta.dirname, '..', '..', '.corridor', 'logs');
  mkdirSync(logs, { recursive: true });
  const log = createWriteStream(join(logs, `${composition}.log`));
  /** @type {{ url: string, stop: () => Promise<void> } | undefined} */
  let system;
  const isUp = await tally.check(
    `start: ${composition} (log: .corridor/logs/${composition}.log)`,
    async () => {
      system = await start((line) => log.write(`${line}\n`));
    },
  );
  if (isUp && system) {
    const settings = { ...env, COMPOSITION: composition, CORRIDOR_URL: system.url };
    const options = ['--selectProjects', 'system', composition, '--runInBand'];
    forgetSeen(composition);
    await tally.jest(`system tests: ${composition}`, composition, options, settings);
    await tally.check(`every operation seen: ${composition}`, async () => demandAllSeen(composition));
    await tally.check(`end: ${composition}`, system.stop);
  }
  log.end();
}
