import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Api, type Reply } from '../support/api.js';
import { createConversion, createWithDeposit } from '../support/conversion.js';
import { type Step, instructionFor, simulate } from '../support/instruction.js';
import { createAndMovePayment, paymentFor, simulatePayment } from '../support/payment.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';
import { fundedClient } from '../support/system.js';

/**
 * What an operation asks of Postgres, in all services together, until the next one: as Postgres logs it. The client has no
 * webhook subscriptions.
 */

const WARM_UP = 2;
const TIMES = 9;

/** Messages that a loaded machine delivers apart cost statements of their own: a limit is kept if one measurement keeps it. */
const MEASUREMENTS = 25;

/**
 * Caused by time, not by a request: leases, offsets, polls, timers, the marks of the relays and the audit, ten in a second at most, the log of requests, once in a second, and the index of
 * timelines, which writes ten times in a second at most, or once for a hundred messages: `bench/timeline.mjs` measures what that costs.
 */
const OF_TIME =
  /heartbeat|INSERT INTO audited_command|INSERT INTO logged_request|consumer_generation|consumer_offset|FROM credential|WHERE seq > |seq IS NULL AND message IS NOT NULL|UPDATE events SET seq|FROM streams WHERE stream_id = \$1|FROM parked_message|run_progress|FROM clock_turn$|timeline_event|endpoint|webhook_notification|bullmq|FROM bank_task WHERE work IN|FROM bank_file WHERE id = ANY|lock IS NOT NULL GROUP BY lock|FROM screening_list WHERE data ->> 'status' = 'REQUESTED'/;

let program: Program;
let postgres: pg.Client;
let api: Api;
let beneficiaryId: string;
beforeAll(async () => {
  program = await Program.with({
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '200000',
  });
  await program.start();
  postgres = new pg.Client({ connectionString: `${program.postgresUrl}/postgres` });
  await postgres.connect();
  await postgres.query(`ALTER SYSTEM SET log_statement = 'all'`);
  await postgres.query(`ALTER SYSTEM SET log_line_prefix = '%%%d '`);
  await postgres.query('SELECT pg_reload_conf()');
  ({ api, beneficiaryId } = await fundedClient(
    { GBP: 1_000_000, EUR: 1_000_000 },
    new Api(program.url, DEMO_STAFF),
  ));
});
afterAll(async () => {
  await postgres.end();
  await program.remove();
});

const logFile = () => join(program.dataDir, 'postgres', 'server.log');

/** @returns null if the program, which keeps the log short, has emptied it meanwhile */
function logged(from: number, to: number): string[] | null {
  if (to <= from) return null;
  const bytes = Buffer.alloc(to - from);
  const file = openSync(logFile(), 'r');
  const read = readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  if (read < bytes.length || bytes.includes(0)) return null;
  const entries = bytes.toString('utf8').split(/^%(?=corridor_)/m);
  return entries.flatMap((entry) => /LOG: {2}(?:statement|execute [^:]*): ([^]*)/.exec(entry)?.[1] ?? []);
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;

/** The median of several operations, one after the other: what is late of one counts for the next one, and few are disturbed. */
async function costOf(operation: () => Promise<unknown>) {
  const ends: number[] = [];
  for (let n = 0; n < WARM_UP + TIMES + 1; n++) {
    ends.push(statSync(logFile()).size);
    await operation();
  }
  const each = ends.slice(WARM_UP, -1).map((end, i) => logged(end, ends[WARM_UP + i + 1] as number));
  if (!each.every((one) => one !== null)) return null;
  const counted = each.map((one) => one.filter((text) => !OF_TIME.test(text)));
  return {
    statements: median(counted.map((one) => one.length)),
    commits: median(each.map((one) => one.filter((text) => text.startsWith('COMMIT')).length)),
    texts: counted[0],
  };
}

async function created(): Promise<string> {
  const { status, body, text } = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId));
  if (status !== 200) throw new Error(text);
  return body.data.id as string;
}

const fee = { ccyCode: 'GBP', value: 2.5 };

/** A step of records that are prepared before. */
async function stepOf(
  prepare: () => Promise<string>,
  move: (id: string) => Promise<Reply>,
): Promise<() => Promise<void>> {
  const ids: string[] = [];
  for (let n = 0; n < WARM_UP + TIMES + 1; n++) ids.push(await prepare());
  return async () => succeeded(await move(ids.pop() as string));
}

/** The step of instructions that are moved there before. */
async function step(name: Step, ...before: (Step | 'set-fee')[]): Promise<() => Promise<void>> {
  const prepare = async () => {
    const id = await created();
    for (const one of before)
      succeeded(
        one === 'set-fee'
          ? await api.post(`/v1/simulators/payment-instructions/${id}/set-fee`, { fee })
          : await simulate(api, id, one),
      );
    return id;
  };
  return stepOf(prepare, (id) => simulate(api, id, name));
}

async function sendOfPayment({ hasFee }: { hasFee: boolean }): Promise<() => Promise<void>> {
  const prepare = async () => {
    const id = await createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise');
    if (hasFee) succeeded(await simulatePayment(api, id, 'set-fee', { fee }));
    return id;
  };
  return stepOf(prepare, (id) => simulatePayment(api, id, 'send'));
}

/** A step of conversions that are prepared before. */
const stepOfConversion = (move: string, hasDeposit: boolean, isPaid = hasDeposit) =>
  stepOf(
    async () => {
      const id = hasDeposit ? await createWithDeposit(api) : await createConversion(api);
      if (isPaid) succeeded(await api.post(`/v1/conversions/${id}/pay-deposit`));
      return id;
    },
    (id) => api.post(move.replace(':id', id)),
  );
const PAY = '/v1/conversions/:id/pay-deposit';
const EXCHANGE = '/v1/simulators/conversions/:id/exchange';

function succeeded({ status, text }: Reply): void {
  if (status !== 200) throw new Error(text);
}

const credit = async () =>
  succeeded(await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1 }));

it.each<[string, () => Promise<() => Promise<unknown>>, { statements: number; commits: number }]>([
  ['create', async () => created, { statements: 7, commits: 1 }],
  ['acknowledge', () => step('acknowledge'), { statements: 7, commits: 1 }],
  ['fill', () => step('fill', 'acknowledge'), { statements: 22, commits: 3 }],
  ['send', () => step('send', 'acknowledge', 'fill'), { statements: 28, commits: 4 }],
  ['send with a fee', () => step('send', 'acknowledge', 'fill', 'set-fee'), { statements: 28, commits: 4 }],
  ['send of a payment', () => sendOfPayment({ hasFee: false }), { statements: 22, commits: 3 }],
  ['send of a payment with a fee', () => sendOfPayment({ hasFee: true }), { statements: 22, commits: 3 }],
  ['exchange', () => stepOfConversion(EXCHANGE, false), { statements: 20, commits: 3 }],
  ['payment of a deposit', () => stepOfConversion(PAY, true, false), { statements: 20, commits: 3 }],
  ['exchange with a deposit', () => stepOfConversion(EXCHANGE, true), { statements: 20, commits: 3 }],
  ['credit', async () => credit, { statements: 20, commits: 3 }],
])('%s keeps its limit of statements and commits', async (_, prepare, limits) => {
  const kept = (measured: Awaited<ReturnType<typeof costOf>>) =>
    measured !== null && measured.statements <= limits.statements && measured.commits <= limits.commits;
  let cost = await costOf(await prepare());
  for (let n = 1; n < MEASUREMENTS && !kept(cost); n++) cost = await costOf(await prepare());
  if (kept(cost)) return;
  if (!cost) throw new Error('the log was emptied during the last measurement');
  const { texts, ...numbers } = cost;
  throw new Error(`${JSON.stringify(numbers)} instead of ${JSON.stringify(limits)}:\n${texts!.join('\n')}`);
});
