/**
 * What it would cost a command to bind its idempotency key in one table for all services (ADR 6): payment instructions,
 * created without a binding, after a durable one, and after one that does not wait for the disk, in alternating rounds.
 * Commands without a binding are measured twice: by how much the two differ is the noise, and a difference that is not
 * larger says nothing. For each it prints the median over the rounds and, in brackets, the middle half of them.
 *
 *   npx node bench/idempotency.mjs http://127.0.0.1:8080 "$DATABASE_URL" [pid …]
 *
 * The URL is a running sandbox, all-in-one or distributed, with the default operator key and a high RATE_LIMIT_PER_SECOND
 * and RATE_LIMIT_BURST; DATABASE_URL is the server that it uses. This program binds in the gateway's place, in batches, in
 * a table that it drops at the end. The pids are the roots of the installation: with them CPU time is compared too.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import pg from 'pg';

const [url = '', databaseUrl = '', ...pids] = process.argv.slice(2);
const AT_ONCE = [1, 16];
const ROUNDS = Number(process.env.ROUNDS ?? 40);
const COMMANDS = 20;
const MODES = ['unbound', 'unbound again', 'durable', 'not durable'];

const place = new URL(databaseUrl);
place.pathname = '/corridor_gateway';
const pools = {
  durable: new pg.Pool({ connectionString: place.href, max: 1 }),
  'not durable': new pg.Pool({
    connectionString: place.href,
    max: 1,
    options: '-c synchronous_commit=off',
  }),
};
await pools.durable.query(
  `CREATE TABLE IF NOT EXISTS bench_binding (scope text, key text, owner text, PRIMARY KEY (scope, key))`,
);

/** Binds what has come while the last batch was on its way. */
class Bindings {
  waiting = [];
  isFlushing = false;

  constructor(pool) {
    this.pool = pool;
  }

  bind(scope, key) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ scope, key, resolve, reject });
      if (!this.isFlushing) void this.flush();
    });
  }

  async flush() {
    this.isFlushing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      const text = `INSERT INTO bench_binding SELECT scope, key, 'payments' FROM unnest($1::text[], $2::text[]) AS b (scope, key)
        ON CONFLICT DO NOTHING`;
      const values = [batch.map(({ scope }) => scope), batch.map(({ key }) => key)];
      await this.pool.query({ name: 'bind', text, values }).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    this.isFlushing = false;
  }
}
const bindings = Object.fromEntries(Object.entries(pools).map(([mode, pool]) => [mode, new Bindings(pool)]));

const send = async (path, credential, body, key = randomUUID()) => {
  const headers = { ...credential, 'content-type': 'application/json', 'x-idempotency-key': key };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, ...problem } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(problem)}`);
  return data;
};

const operator = { 'x-api-key': 'ok_sandbox_demo_administrator' };
const tag = randomUUID().slice(0, 8);
const address = { lines: ['1 Bench Street'], countryCode: 'GB' };
const client = await send('/operator/v1/clients', operator, {
  ...{ name: tag, code: tag, address, clientType: 'Business', settings: { baseCcy: 'GBP' } },
});
const user = await send(`/operator/v1/clients/${client.id}/users`, operator, {
  ...{ firstName: 'B', lastName: tag, email: `${tag}@example.com`, password: `password-${tag}` },
});
const { secret } = await send(`/operator/v1/users/${user.id}/api-keys`, operator, { label: 'bench' });
const credential = { 'x-api-key': secret };
const bankAccount = {
  ...{ bankName: 'Commerzbank', bankCountryCode: 'DE', ccyCode: 'EUR', accountHolderName: 'Muster GmbH' },
  ...{ bicSwiftCode: 'COBADEFFXXX', iban: 'DE89370400440532013000' },
};
const beneficiary = await send('/v1/beneficiaries', credential, {
  ...{ beneficiaryType: 'COMPANY', company: { name: 'Muster GmbH' }, address, bankAccount },
});
const instruction = {
  ...{ sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 10, beneficiaryId: beneficiary.id },
  ...{ paymentDate: new Date().toISOString().slice(0, 10), paymentType: 'REGULAR', narrative: 'bench' },
};

async function command(mode) {
  const key = randomUUID();
  await bindings[mode]?.bind(client.id, key);
  await send('/v1/payment-instructions', credential, instruction, key);
}

/** CPU milliseconds of the installation and of this program. */
function cpuMs() {
  const { user: own, system } = process.cpuUsage();
  return members.reduce((sum, pid) => sum + cpuMsOf(pid), (own + system) / 1000);
}
const cpuMsOf = (pid) => {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const ns = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ')[0]),
    );
    return ns.reduce((a, b) => a + b, 0) / 1e6;
  } catch {
    return 0; // it has ended
  }
};
/** The processes of the installation with all below them. */
function tree() {
  const parents = readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${Number(pid)}/stat`, 'latin1');
      return [[pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]]];
    } catch {
      return [];
    }
  });
  const found = [...pids];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}
let members = [];

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
const median = (values) => quantile(values, 1 / 2);
const percent = (ratio) => `${ratio < 1 ? '' : '+'}${((ratio - 1) * 100).toFixed(0)} %`;
const spread = (ratios) =>
  `${percent(median(ratios))} [${percent(quantile(ratios, 1 / 4))}, ${percent(quantile(ratios, 3 / 4))}]`.padEnd(
    26,
  );

async function measure(mode, atOnce) {
  const times = [];
  let left = COMMANDS * Math.min(atOnce, 8);
  const before = cpuMs();
  const began = performance.now();
  const worker = async () => {
    while (left-- > 0) {
      const from = performance.now();
      await command(mode);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const cpu = (cpuMs() - before) / times.length;
  return { p50: median(times), each: (performance.now() - began) / times.length, cpu };
}

for (const atOnce of AT_ONCE) {
  const rounds = [];
  for (let round = -2; round < ROUNDS; round++) {
    members = tree();
    const results = {};
    const first = (round + MODES.length) % MODES.length;
    for (const mode of [...MODES.slice(first), ...MODES.slice(0, first)])
      results[mode] = await measure(mode, atOnce);
    if (round >= 0) rounds.push(results);
  }
  console.log(`${atOnce} at once, ${ROUNDS} rounds, load ${loadavg()[0]?.toFixed(1)}: against unbound`);
  console.log(`  ${''.padEnd(14)}${['p50', 'time each', 'CPU'].map((what) => what.padEnd(26)).join('')}`);
  for (const mode of MODES.slice(1)) {
    const against = (what) => spread(rounds.map((round) => round[mode][what] / round.unbound[what]));
    const cpu = pids.length > 0 ? against('cpu') : '';
    console.log(`  ${mode.padEnd(14)}${against('p50')}${against('each')}${cpu}`);
  }
}
await pools.durable.query('DROP TABLE bench_binding');
await Promise.all(Object.values(pools).map((pool) => pool.end()));
