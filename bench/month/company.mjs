/** A company in PRODUCTION on this machine, its staff, its clients and its bank: what `npm run start:production-demo` starts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Commands, Disk } from '@corridor/bank-simulator';
import { freePort } from '@corridor/tools/ports.mjs';
import { launch } from '@corridor/tools/program.mjs';
import { Pool } from 'undici';
import { requestOf } from '../client.mjs';

const LONGEST_LEASE_MS = 5 * 60_000;

/** @typedef {Awaited<ReturnType<typeof openCompany>>} Company */
/** @typedef {Awaited<ReturnType<Company['newClient']>>} Client */

/** @param {string} time when its clock starts */
export async function openCompany(time) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-month-'));
  const port = String(await freePort());
  let program = await started(folder, port, time);
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: 16 });
  const send = async (method, path, credential, body) => {
    const request = { path, ...requestOf(method, credential, body) };
    for (;;) {
      // The same request with the same key, until there is somebody who responds.
      const response = await http.request(request).catch(() => null);
      const text = await response?.body.text().catch(() => null);
      if (typeof text !== 'string' || response.statusCode >= 500) {
        if (!program.isRunning() && !isKilled) throw new Error(`it has ended:\n${program.tail()}`);
        await sleep(200);
        continue;
      }
      if (response.statusCode > 202) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
      const { data, meta } = JSON.parse(text);
      return meta ? { data, meta } : data;
    }
  };
  let isKilled = false;
  const password = readFileSync(join(folder, 'password.txt'), 'utf8').trim();
  const bank = new Commands(join(folder, 'bank'), new Disk());
  /** Tokens of people, who log in again each day. @type {Map<string, string>} */
  const tokens = new Map();
  const people = new Map(
    ['ines', 'omar'].map((name) => [
      name,
      { path: '/operator/v1/auth/token', email: `${name}@corridor.example`, password },
    ]),
  );
  const logIn = async () => {
    for (const [name, { path, ...login }] of people)
      tokens.set(name, (await send('POST', path, {}, login)).accessToken);
  };
  const as = (/** @type {string} */ name) => (method, path, body) =>
    send(method, path, { authorization: `Bearer ${tokens.get(name)}` }, body);
  await logIn();

  return {
    rail: join(folder, 'rail'),
    staff: as('ines'),

    /** What one member of staff asks for and the other one approves. @returns the record */
    async approved(/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) {
      const { id } = await as('ines')(method, path, body);
      const { outcome } = await as('omar')('POST', `/operator/v1/approvals/${id}/approve`);
      if (outcome?.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(outcome)}`);
      return outcome.response;
    },

    /** A client with a user, who acts for it. */
    async newClient(/** @type {number} */ number) {
      const name = `Harbour ${number} Ltd`;
      const { id } = await as('ines')('POST', '/operator/v1/clients', {
        name,
        code: `HARBOUR${number}`,
        clientType: 'Business',
        settings: { baseCcy: 'GBP' },
        address: {
          lines: [`${number} High Street`],
          city: 'London',
          postalCode: 'E1 1AA',
          countryCode: 'GB',
        },
      });
      const login = { path: '/v1/auth/token', email: `user${number}@harbour.example` };
      const [given, password] = ['seven ships in a row', 'eight ships in a row'];
      const person = { firstName: 'User', lastName: String(number), email: login.email, password: given };
      await this.approved('POST', `/operator/v1/clients/${id}/users`, person);
      await send('POST', login.path, {}, { email: login.email, password: given, newPassword: password });
      people.set(id, { ...login, password });
      await logIn();
      return { id, name, api: as(id) };
    },

    /** The next morning, for all programs. @param {string} to */
    async setClock(to) {
      writeClock(folder, Date.parse(to) - Date.now());
      await logIn();
    },

    /** Corridor and its bank end like in a power failure, and start again. */
    async fails() {
      isKilled = true;
      for (const pid of childrenOf(program.pid, ['all-in-one', 'bank-simulator']))
        process.kill(pid, 'SIGKILL');
      await program.exitCode();
      program = await started(folder, port);
      isKilled = false;
      // What the killed processes had reserved for themselves is free sooner.
      writeClock(folder, Number(readFileSync(join(folder, 'clock'), 'utf8')) + LONGEST_LEASE_MS);
    },

    /** Executed at the next opportunity; `await` it for the answer. @param {string} verb @param {Record<string, string>} fields */
    async bank(verb, fields = {}) {
      const id = bank.ask({ verb, fields }, Date.now());
      for (;;) {
        const answer = bank.takeAnswer(id);
        if (answer?.isRefused) throw new Error(`${verb}: ${answer.text}`);
        if (answer) return answer.text;
        await sleep(50);
      }
    },

    /** Paths of the files of the bank that were read. */
    filesRead() {
      const read = join(folder, 'rail', 'read');
      return readdirSync(read).flatMap((digest) =>
        readdirSync(join(read, digest)).map((name) => join(read, digest, name)),
      );
    },

    async close() {
      await http.close();
      await program.stop(60_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** At once: the programs may read it at any moment. @param {string} folder @param {number} aheadMs */
function writeClock(folder, aheadMs) {
  const file = join(folder, 'clock');
  writeFileSync(`${file}.new`, String(aheadMs));
  renameSync(`${file}.new`, file);
}

/** @param {string} folder @param {string} port @param {string} [time] */
async function started(folder, port, time) {
  let isReady = () => {};
  const ready = new Promise((resolve) => (isReady = () => resolve(undefined)));
  const program = await launch({
    name: 'company',
    command: process.execPath,
    args: ['tools/production-demo.mjs'],
    env: {
      ...process.env,
      PORT: port,
      DEMO_DIR: folder,
      ...(time && { DEMO_TIME: time }),
      CORRIDOR_BUILT: 'true',
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '1000000',
    },
    output: (line) => line.includes('Ctrl-C stops everything') && isReady(),
  });
  const ended = program.exitCode().then((code) => {
    throw new Error(`it has ended with ${code}:\n${program.tail()}`);
  });
  ended.catch(() => undefined);
  await Promise.race([ready, ended]);
  return program;
}

/** Of a process, those with one of these words in their command. @param {number} pid @param {string[]} words */
function childrenOf(pid, words) {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' }).split(
    '\n',
  );
  return lines
    .filter((line) => words.some((word) => line.includes(word)))
    .map((line) => Number.parseInt(line, 10));
}

/** Waits until it is so; says what it waits for if that takes long. @param {string} what @param {() => unknown} read */
export async function becomes(what, read, expected) {
  for (let waits = 1; ; waits++) {
    const is = await read();
    if (is === expected) return;
    if (waits % 100 === 0) console.log(`  waits: ${what} ${is}, not yet ${expected}`);
    await sleep(100);
  }
}
