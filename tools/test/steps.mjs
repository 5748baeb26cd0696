/** The steps of the test command. */
import { createWriteStream, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startAllInOne } from '../all-in-one.mjs';
import { build, nx } from '../build.mjs';
import { checkClients } from '../clients/check.mjs';
import { startDistributed } from '../distributed.mjs';
import { obtainBrowser } from '../servers/browser.mjs';
import { claimedFolder, placeOfData } from '../servers/leftovers.mjs';
import { startServers } from '../servers/start-servers.mjs';
import { Unavailable } from '../servers/unavailable.mjs';
import { root } from '../workspace.mjs';
import { logFile, run } from './run.mjs';
import { demandAllSeen, forgetSeen } from './seen-operations.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {import('../servers/start-servers.mjs').Servers} Servers */

/** What can be asked for alone: `npm test -- lint unit`. */
const PARTS = ['types', 'lint', 'unit', 'simulation', 'distributed', 'all-in-one', 'processes'];
/** What takes long and seldom fails runs only in CI. */
const THOROUGH = ['generator', 'clients', 'bench'];
/** What `npm test` runs at a small size, or not at all. */
const FULL = ['unit', 'simulation', 'distributed', 'all-in-one', 'clients', 'month', 'drills', 'mutation'];

/** @param {readonly string[]} asked by name; without one, all of this size @returns {Set<string>} */
export function partsOf(asked) {
  const all = isFull() ? FULL : [...PARTS, ...THOROUGH];
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}: ${all.join(', ')}`);
  if (asked.length > 0) return new Set(asked);
  return new Set(isFull() || process.env['CI'] === 'true' ? all : PARTS);
}

const isFull = () => process.env['CORRIDOR_TEST_SIZE'] === 'full';

/**
 * The distributed tests take longest and wait a lot: everything else runs beside them.
 * @param {Tally} tally @param {Set<string>} parts
 */
export async function steps(tally, parts) {
  console.log(machine());
  const isBuilt = await tally.check('build', build);
  if (isBuilt) process.env['CORRIDOR_BUILT'] = 'true';
  const needsServers = ['unit', 'simulation', 'distributed', 'drills'].some((part) => parts.has(part));
  const servers = needsServers ? await serversFor(tally) : null; // after the build, which writes the package that starts Postgres
  await Promise.all([
    parts.has('distributed') && isBuilt && servers && distributed(tally, servers),
    allElse(tally, parts, isBuilt, servers),
  ]);
  await servers?.stop();
  if (parts.has('mutation')) await mutation(tally); // at the end: it changes source files
}

/** Without which the times of a run say nothing. */
function machine() {
  const freeGb = (process.availableMemory() / 2 ** 30).toFixed(0);
  return `${availableParallelism()} cores, ${freeGb} GB of memory free, Node ${process.version}, test data in ${placeOfData()}`;
}

/** @param {Tally} tally */
async function mutation(tally) {
  const log = logFile('mutation');
  await tally.check(`mutation: specs notice 90 % of the changes (log: ${log})`, () =>
    run('@corridor/tools', 'mutation.mjs', [], { log }),
  );
}

/** @param {Tally} tally @param {Set<string>} parts @param {boolean} isBuilt @param {Servers | null} servers */
async function allElse(tally, parts, isBuilt, servers) {
  if (parts.has('types')) await tally.check('types', () => nx('types', ['-t', 'typecheck-all']));
  if (parts.has('lint'))
    await tally.check('lint', () => nx('lint', ['-t', 'lint-all', 'format-all', '--parallel=1']));
  await unitTests(tally, parts, servers);
  await Promise.all([
    parts.has('all-in-one') && isBuilt && allInOne(tally),
    parts.has('generator') && generator(tally),
  ]);
  if (!isBuilt) return;
  if (parts.has('processes')) await processes(tally);
  if (parts.has('clients')) await checkClients(tally, { generate: isFull() });
  if (parts.has('bench')) await benchmark(tally);
  if (parts.has('month')) await month(tally);
  if (parts.has('drills') && servers) await drills(tally);
}

/** @param {Tally} tally @returns {Promise<Servers | null>} */
async function serversFor(tally) {
  /** @type {Servers | null} */
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

/**
 * Three workers, because many specs wait for a program or a server; the simulation measures how many seeds fit into its
 * time. With servers of their own: they empty Redis, and the
 * distributed tests stop Kafka.
 * @param {Tally} tally @param {Set<string>} parts @param {Servers | null} shared null if none can be started here
 */
async function unitTests(tally, parts, shared) {
  if (!parts.has('unit') && !parts.has('simulation')) return;
  const servers = shared && (await startServers());
  const env = { ...servers?.env };
  if (parts.has('unit'))
    await tally.jest('unit tests', 'unit', ['--selectProjects', 'unit', '--maxWorkers=3'], env);
  if (parts.has('simulation'))
    await tally.jest('simulation', 'simulation', ['--selectProjects', 'simulation', '--runInBand'], env);
  await servers?.stop();
}

/** @param {Tally} tally */
async function generator(tally) {
  await tally.check('generator: a new service passes', () =>
    run('corridor', 'check.mjs', [], { log: logFile('generator'), env: { CORRIDOR_BUILT: '' } }),
  );
}

/** Whether it works; its figures are no test. @param {Tally} tally */
async function benchmark(tally) {
  const log = logFile('bench');
  await tally.check(`benchmark: short (log: ${log})`, () =>
    run('@corridor/bench', 'main.mjs', ['--short'], { log }),
  );
}

/** A few days of business with a bank, after which all who have counted agree to the cent. @param {Tally} tally */
async function month(tally) {
  const log = logFile('month');
  await tally.check(`month: all agree to the cent (log: ${log})`, () =>
    run('@corridor/bench', 'month.mjs', ['60', '1', '4'], { log }),
  );
}

/** Alerts from their cause to their end, an earlier build, copies of databases, on systems that the drills start themselves. @param {Tally} tally */
async function drills(tally) {
  const options = ['--selectProjects', 'drills', '--runInBand'];
  await tally.jest('drills', 'drills', options, { CORRIDOR_URL: 'of each drill' });
}

/** @param {Tally} tally */
async function allInOne(tally) {
  await tally.check('browser: Chromium', async () => {
    try {
      obtainBrowser();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      tally.cannotRun('the pages of the documentation, in a browser', error.message);
    }
  });
  await inNewFolder((folder) =>
    systemTests(tally, 'all-in-one', ['--maxWorkers=3'], { TMPDIR: folder }, (output) =>
      startAllInOne({ dataDir: join(folder, 'data'), output }),
    ),
  );
}

/** What a client may rely on holds in any of several processes. @param {Tally} tally */
async function processes(tally) {
  const env = { WEB_CONCURRENCY: '2' };
  await inNewFolder((folder) =>
    systemTests(tally, 'processes', ['--maxWorkers=3'], { TMPDIR: folder }, (output) =>
      startAllInOne({ dataDir: join(folder, 'data'), env, output }),
    ),
  );
}

/** @param {(folder: string) => Promise<void>} work */
async function inNewFolder(work) {
  const folder = await claimedFolder();
  await work(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** @param {Tally} tally @param {Servers} servers */
async function distributed(tally, servers) {
  // Its fault tests stop services that all of its tests use.
  await inNewFolder((folder) =>
    systemTests(tally, 'distributed', ['--runInBand'], { ...servers.env, TMPDIR: folder }, (output) =>
      startDistributed({ servers, output: (line, name) => output(`${name.padEnd(18)} | ${line}`) }),
    ),
  );
}

/**
 * The system tests on a composition that is started here, and those that start their own processes.
 * @param {Tally} tally
 * @param {string} composition
 * @param {string[]} workers how many of its files run at a time, for Jest
 * @param {Record<string, string>} env for the tests, in addition to the address
 * @param {(output: (line: string) => void) => Promise<{ url: string, stop: () => Promise<void> }>} start
 */
async function systemTests(tally, composition, workers, env, start) {
  const file = logFile(composition);
  const log = createWriteStream(join(root, file));
  /** @type {{ url: string, stop: () => Promise<void> } | undefined} */
  let system;
  await tally.check(`start: ${composition} (log: ${file})`, async () => {
    system = await start((line) => log.write(`${line}\n`));
  });
  if (system) {
    const settings = { ...env, COMPOSITION: composition, CORRIDOR_URL: system.url };
    const isPart = composition === 'processes'; // without files of its own
    const options = ['--selectProjects', 'system', ...(isPart ? [] : [composition]), ...workers];
    forgetSeen(composition);
    await tally.jest(`system tests: ${composition}`, composition, options, settings);
    if (!isPart && !isFull())
      await tally.check(`every operation seen: ${composition}`, async () => demandAllSeen(composition));
    await tally.check(`end: ${composition}`, system.stop);
  }
  log.end();
}
