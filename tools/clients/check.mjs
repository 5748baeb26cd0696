/**
 * Clients in other languages: each generator reads the OpenAPI document of a running sandbox, its client compiles, and a
 * program that uses the client takes a payment instruction to SENT. Linters find no error in the document, and httpYac
 * gets the expected response to every request of the tour.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startAllInOne } from '../all-in-one.mjs';
import { Unavailable } from '../servers/unavailable.mjs';
import { documents } from './documents.mjs';
import { generators } from './generators.mjs';

/** @typedef {import('../test/tally.mjs').Tally} Tally */

/** More than a number of 32 bits holds. */
const AMOUNT = '150000.01';
const LIMIT_MINUTES = 15;

/**
 * One step for each, on a sandbox of their own.
 * @param {Tally} tally
 * @param {{ generate: boolean }} options also generate the clients, which takes minutes
 */
export async function checkClients(tally, { generate }) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-clients-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  /** @type {{ url: string, stop: () => Promise<void> } | undefined} */
  let sandbox;
  await tally.check('start: sandbox for clients', async () => {
    sandbox = await startAllInOne({ dataDir: join(folder, 'data') });
  });
  if (sandbox) {
    const { url, stop } = sandbox;
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
    if (generate) await clients(tally, url, document);
    for (const [name, check] of Object.entries(documents))
      await step(tally, name, () => check({ url, document, run: inFolder(folder, {}) }));
    await tally.check('end: sandbox for clients', stop);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** @param {Tally} tally @param {string} url @param {string} document */
async function clients(tally, url, document) {
  const env = { CORRIDOR_URL: url, ...demo(JSON.parse(readFileSync(document, 'utf8'))), AMOUNT };
  for (const [name, generate] of Object.entries(generators))
    await step(tally, `client by ${name}`, async () => {
      const own = mkdtempSync(join(dirname(document), 'client-'));
      const run = inFolder(own, env);
      const program = await generate({ document, folder: own, run });
      const said = (await run(program)).trim();
      if (said !== `SENT ${AMOUNT}`) throw new Error(`${name}: the program ended with ${said}`);
    });
}

/** @param {Tally} tally @param {string} title @param {() => Promise<unknown>} work */
const step = (tally, title, work) =>
  tally.check(title, () =>
    work().catch((error) => {
      if (!(error instanceof Unavailable)) throw error;
      tally.cannotRun(title, error.message);
    }),
  );

/** @param {any} document @returns who sends, and to whom: the examples of the document are those of the demo client */
function demo({ paths }) {
  const { examples } = paths['/v1/payment-instructions'].post.requestBody.content['application/json'];
  const [[, { value }]] = /** @type {[[string, any]]} */ (Object.entries(examples));
  return { CORRIDOR_KEY: 'ck_sandbox_demo_acme_trading', BENEFICIARY_ID: value.beneficiaryId };
}

/** @param {string} cwd @param {Record<string, string>} more @returns {import('./generators.mjs').Run} */
const inFolder = (cwd, more) => {
  const settings = { cwd, env: { ...process.env, ...more }, timeout: LIMIT_MINUTES * 60_000, maxBuffer: 1e8 };
  return async ([program, ...args]) => {
    const ended = promisify(execFile)(program, args, settings);
    const { stdout } = await ended.catch((error) => {
      throw new Error(`${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
    });
    return stdout;
  };
};
