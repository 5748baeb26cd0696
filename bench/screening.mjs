/**
 * What requests notice of a rescreening: a new version of a list of 20,000 entries, with which all of 100,000 beneficiaries are
 * compared in the background, and meanwhile the same requests as before. Prints their latencies side by side, the progress, and
 * how long it took.
 *
 *   npx node bench/screening.mjs [100000]
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { create } from './client.mjs';
import { at, median, underLoad } from './harness.mjs';
import { startSystem } from './system.mjs';

const COUNT = Number(process.argv[2] ?? 100_000);
const ENTRIES = 20_000;
const ROUND_SECONDS = 20;
const AT_ONCE = 4;

const folder = mkdtempSync(join(tmpdir(), 'corridor-lists-'));
const system = await startSystem({
  clients: 1,
  atOnce: AT_ONCE,
  env: { SCREENING: 'lists', SCREENING_LISTS: folder },
});
const [client] = system.clients;
const staff = { 'x-api-key': 'ok_sandbox_demo_administrator' };
const byStaff = async (method, path, body) => {
  const response = await fetch(`${system.url}/operator/v1/screening/${path}`, {
    method,
    headers: {
      ...staff,
      ...(method === 'POST' && { 'x-idempotency-key': crypto.randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()).data;
};
const newest = async () => (await byStaff('GET', 'rescreenings'))[0];

/** Other names for each number: a family name of three syllables and a given name. */
const SYLLABLES =
  'ba be bo ca da do fa ga ha ka la le lo ma mi na no pa ra ri ro sa so ta ti to va ve za zo'.split(' ');
const GIVEN =
  'Anna Boris Carla Dmitri Elena Farid Greta Hassan Irina Jamal Karin Lev Maria Nikolai Olga Pavel'.split(
    ' ',
  );
const nameOf = (n) => {
  const family = [n, n / 30, n / 900].map((one) => SYLLABLES[Math.floor(one) % 30]).join('');
  return [
    GIVEN[n % GIVEN.length],
    family[0].toUpperCase() + family.slice(1) + (n >= 27_000 ? SYLLABLES[n % 29] : ''),
  ];
};
const unList = (day, count) =>
  `<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z"><INDIVIDUALS>${Array.from(
    { length: count },
    (_, n) => {
      const [first, second] = nameOf(7 * n + 3);
      return `<INDIVIDUAL><DATAID>1</DATAID><REFERENCE_NUMBER>T.${n}</REFERENCE_NUMBER><FIRST_NAME>${first}</FIRST_NAME><SECOND_NAME>${second} ${SYLLABLES[n % 30]}${SYLLABLES[(n >> 3) % 30]}ov</SECOND_NAME></INDIVIDUAL>`;
    },
  ).join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`;

/** Waits for the version. */
async function importList(day, count) {
  writeFileSync(join(folder, 'un.xml'), unList(day, count));
  const { id } = await byStaff('POST', 'lists', { list: 'UN', files: ['un.xml'] });
  for (;;) {
    const { status, statusReason } = (await byStaff('GET', 'lists')).find((one) => one.id === id);
    if (status === 'REFUSED') throw new Error(statusReason);
    if (status === 'IMPORTED') return;
    await sleep(200);
  }
}
/** Waits for the rescreening of the version. */
async function finished(day) {
  for (;;) {
    const one = await newest();
    if (one?.status === 'FINISHED' && one.listVersions.some((version) => version.includes(day))) return;
    await sleep(500);
  }
}

// One of the demo data is paused, and new versions start none meanwhile.
const paused = await newest();
if (paused?.status === 'PAUSED') await byStaff('POST', `rescreenings/${paused.id}/resume`);
await importList('2026-11-20', ENTRIES);
await finished('2026-11-20');

// As if they had been created and screened one by one, which would take hours.
const database = new pg.Client(`${system.databaseUrl}/corridor_payments`);
await database.connect();
const { rows: columns } = await database.query(
  `SELECT column_name AS name FROM information_schema.columns
   WHERE table_name = 'beneficiary' AND column_name NOT IN ('id', 'data') AND is_generated = 'NEVER'`,
);
const others = columns.map(({ name }) => `"${name}"`).join(', ');
const numbers = Array.from({ length: COUNT }, (_, n) => n);
const idOf = (n) => `ben_bench${String(n).padStart(8, '0')}`;
await database.query(
  `INSERT INTO beneficiary (id, data, ${others})
   SELECT one.id, jsonb_set(b.data::jsonb, '{id}', to_jsonb(one.id))::json, ${others}
   FROM beneficiary b CROSS JOIN unnest($2::text[]) AS one (id) WHERE b.id = $1`,
  [client.beneficiaryId, numbers.map(idOf)],
);
const subjectOf = (n) => ({
  type: 'BENEFICIARY',
  id: idOf(n),
  clientId: 'cli_bench',
  names: [nameOf(n).join(' ')],
  party: 'PERSON',
  dateOfBirth: null,
  countries: ['DE'],
});
await database.query(
  `INSERT INTO screening (subject_id, screening_id, party, subject, status, requested_on, concluded_on, caller)
   SELECT id, 'cas_' || id, id, subject::json, 'PASSED', '2026-11-20T00:00:00.000', '2026-11-20T00:00:00.000', '{}'
   FROM unnest($1::text[], $2::text[]) AS one (id, subject)`,
  [numbers.map(idOf), numbers.map((n) => JSON.stringify(subjectOf(n)))],
);
await database.query('ANALYZE');
await database.end();
console.log(
  `${COUNT} beneficiaries, a list of ${ENTRIES} entries, ${AT_ONCE} requests at once, load ${load()}`,
);

const works = [
  ['GET wallet', () => client.api('GET', '/v1/wallets/GBP')],
  ['create instruction', () => create(client)],
];
const sides = works.map(([name, work]) => ({
  name,
  round: underLoad(work, AT_ONCE),
  without: [],
  during: [],
}));
async function rounds(side) {
  for (const one of sides) one[side].push(...(await one.round(ROUND_SECONDS)).times);
}
for (const { round } of sides) await round(2); // warm
await rounds('without');

await importList('2026-11-21', ENTRIES + 1);
const begun = performance.now();
for (let one = await newest(); one.total < COUNT || one.status === 'RUNNING'; one = await newest()) {
  if (one.total >= COUNT) {
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    console.log(`${one.done} of ${one.total} after ${minutes} min, ${one.hits} hits, load ${load()}`);
    await rounds('during');
  } else await sleep(100);
}
const last = await newest();
const seconds = (Date.parse(`${last.finishedOn}Z`) - Date.parse(`${last.startedOn}Z`)) / 1_000;
console.log(`${last.compared} compared in ${seconds.toFixed(0)} s beside the requests, ${last.hits} hits`);
await rounds('without');

const ms = (/** @type {number} */ one) => one.toFixed(1).padStart(7);
console.log('request             without: p50     p99 | during: p50     p99  (ms)');
for (const { name, without, during } of sides)
  console.log(
    `${name.padEnd(19)} ${ms(median(without)).padStart(12)} ${ms(at(without, 0.99))} | ${ms(median(during)).padStart(11)} ${ms(at(during, 0.99))}`,
  );
console.log(`load ${load()}`);
await system.stop();
process.exit();

function load() {
  return loadavg()[0]?.toFixed(1);
}
