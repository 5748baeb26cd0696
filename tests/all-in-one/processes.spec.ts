import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isAlive } from '@corridor/embedded-postgres';
import { until } from '@corridor/testing';
import { Api, type Reply } from '../support/api.js';
import { Connection } from '../support/connection.js';
import { instructionFor } from '../support/instruction.js';
import { pipelined } from '../support/pipelined.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';
import { fundedClient, newClient } from '../support/system.js';

/** The program in several processes: two for requests, one for messages, and the first one, which watches them. */

const OPENING = 1_000_000;
/** Of the requests of a client, for the whole test. */
const BURST = 500;
/** How long a process may use what it knows of a credential. */
const KNOWN_MS = 1_000;
/** How long the server keeps the connection of a proxy without a request. */
const KEEP_ALIVE_MS = 72_000;
const STEPS = ['acknowledge', 'fill', 'send'] as const;

let program: Program;
let operator: Api;
beforeAll(async () => {
  program = await Program.with({
    WEB_CONCURRENCY: '2',
    RATE_LIMIT_PER_SECOND: '1',
    RATE_LIMIT_BURST: String(BURST),
    TRUST_PROXY: '127.0.0.1',
  });
  await program.start();
  operator = new Api(program.url, DEMO_STAFF);
});
afterAll(() => program.remove());

const open: Connection[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

/** A connection to each of the two processes for requests, in the order of `program.processes`. */
async function oneEach(credential: Readonly<Record<string, string>>): Promise<[Connection, Connection]> {
  const all = Array.from({ length: 6 }, () => new Connection(program.url, credential));
  open.push(...all);
  await Promise.all(all.map((one) => one.get('/health/live')));
  const [first = 0, second = 0] = program.processes('requests');
  /** While one process stands still, the first response comes from the other one. */
  const besides = async (pid: number) => {
    process.kill(pid, 'SIGSTOP');
    const responses = all.map((one) => one.get('/health/live').then(() => one));
    const other = await Promise.race(responses);
    process.kill(pid, 'SIGCONT');
    await Promise.all(responses);
    return other;
  };
  return [await besides(second), await besides(first)];
}

it('counts the requests of a client once for all processes', async () => {
  const { api } = await newClient(undefined, operator);
  const connections = await oneEach(api.credential);
  const responses = await Promise.all(
    connections.map(async (one) => {
      const received: Awaited<ReturnType<Connection['get']>>[] = [];
      for (let n = 0; n < 0.6 * BURST; n++) received.push(await one.get('/v1/wallets'));
      return received;
    }),
  );
  const accepted = responses.map((some) => some.filter(({ status }) => status === 200));
  expect(accepted.map(({ length }) => length)).not.toContain(0);
  const left = accepted
    .flat()
    .map(({ headers }) => Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]));
  expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: BURST }, (_, n) => BURST - 1 - n));
  const refused = responses.flat().filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
});

it('counts wrong passwords once for all processes', async () => {
  const connections = await oneEach({});
  const guess = (one: Connection) =>
    one.post('/v1/auth/token', { email: 'nobody@example.com', password: 'x' }, randomUUID());
  const statuses: unknown[] = [];
  for (let n = 0; n < 6; n++) for (const one of connections) statuses.push((await guess(one)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

it('refuses unknown keys after too many of them in every process, and known keys in none', async () => {
  const { api } = await newClient(undefined, operator);
  const attacker = { 'x-forwarded-for': '203.0.113.1' };
  const unknown = { ...attacker, 'x-api-key': 'ck_sandbox_unknown' };
  const known = await oneEach({ ...attacker, ...api.credential });
  for (const one of known) expect((await one.get('/v1/wallets')).status).toBe(200);
  const strangers = await oneEach(unknown);
  const guesses = () => pipelined(program.url, '/v1/wallets', unknown, 100);
  const statuses = new Set<number>();
  await until(async () => {
    for (const some of await Promise.all(Array.from({ length: 10 }, guesses)))
      for (const status of some) statuses.add(status);
    const now = [await strangers[0].get('/v1/wallets'), await strangers[1].get('/v1/wallets')];
    return now.every(({ status }) => status === 429);
  });
  expect(statuses).toEqual(new Set([401, 429]));
  for (const one of known) expect((await one.get('/v1/wallets')).status).toBe(200);
});

it('revokes a key at once in one process, and within a second in the other', async () => {
  const { api, userId } = await newClient(undefined, operator);
  const created = await operator.post(`/operator/v1/users/${userId}/api-keys`, { label: 'to revoke' });
  const { id, secret } = created.body.data as { id: string; secret: string };
  const connections = await oneEach({ 'x-api-key': secret });
  for (const one of connections) expect((await one.get('/v1/wallets')).status).toBe(200);
  expect((await operator.post(`/operator/v1/api-keys/${id}/revoke`, {})).status).toBe(200);
  const revokedAt = performance.now();
  for (const one of connections)
    for (let isKnown = true; isKnown;) {
      const sentAt = performance.now();
      const { status } = await one.get('/v1/wallets');
      isKnown = status === 200;
      if (isKnown) expect(sentAt - revokedAt).toBeLessThan(KNOWN_MS);
      else expect(status).toBe(401);
      await sleep(20); // fewer requests than the client may send
    }
  expect((await api.get('/v1/wallets')).status).toBe(200);
});

it('one key at two processes at once has one effect and one response', async () => {
  const { api, beneficiaryId } = await fundedClient({ GBP: 1 }, operator);
  const connections = [...(await oneEach(api.credential)), ...(await oneEach(api.credential))];
  const ids = new Set<string>();
  for (let round = 0; round < 10; round++) {
    const key = randomUUID();
    const send = (one: Connection) =>
      one.post('/v1/payment-instructions', instructionFor(beneficiaryId), key);
    const all = await Promise.all(connections.map(send));
    const done = all.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, text } of all)
      if (status !== 200)
        expect([status, text]).toEqual([409, expect.stringContaining('idempotency_in_flight')]);
    ids.add((JSON.parse(done[0]?.text ?? '') as { data: { id: string } }).data.id);
  }
  expect(ids.size).toBe(10);
  expect((await api.get('/v1/payment-instructions')).body.meta.totalCount).toBe(10);
});

it('reports in every process how the one with the messages is', async () => {
  const [messages = 0] = program.processes('messages');
  const connections = await oneEach({});
  const reported = () =>
    Promise.all(
      connections.map(async (one) => {
        const { status, text } = await one.get('/health/ready');
        const { data } = JSON.parse(text) as {
          data: { status: string; details: Record<string, { status: string; message?: string }> };
        };
        const { status: is, message } = data.details['messages'] ?? {};
        return [status, data.status, is, message];
      }),
    );
  /** Meanwhile a busy process may report something else: that it was slow itself, or what it knew before. */
  const report = async (...expected: unknown[]) => {
    const all = connections.map(() => expected);
    let last: unknown;
    await until(
      async () => isDeepStrictEqual((last = await reported()), all),
      () => `reported ${JSON.stringify(last)} instead of ${JSON.stringify(all)}`,
    );
  };
  await report(200, 'ok', 'up', undefined);
  process.kill(messages, 'SIGSTOP');
  try {
    await report(200, 'degraded', 'degraded', 'timeout of 1000ms exceeded');
  } finally {
    process.kill(messages, 'SIGCONT');
  }
  await report(200, 'ok', 'up', undefined);
});

it('counts in its metrics the processes that have not told theirs', async () => {
  const silent = async (count: number) => {
    const line = new RegExp(`^corridor_processes_silent ${count}$`, 'm');
    await until(async () => line.test(await (await fetch(program.metricsUrl)).text()));
  };
  await silent(0);
  const [stopped = 0] = program.processes('requests');
  process.kill(stopped, 'SIGSTOP');
  try {
    await silent(1);
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
  await silent(0);
});

it('keeps the trace of a command when it adds up the metrics of its processes', async () => {
  const traceId = randomUUID().replaceAll('-', '');
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  await newClient(undefined, new Api(program.url, { ...DEMO_STAFF, traceparent }));
  const headers = { accept: 'application/openmetrics-text' };
  const page = await (await fetch(program.metricsUrl, { headers })).text();
  expect(page).toMatch(
    new RegExp(
      `^corridor_command_duration_seconds_bucket\\{.*aggregate="client".*# \\{trace_id="${traceId}"\\}`,
      'm',
    ),
  );
});

describe('when processes are killed under load', () => {
  let api: Api;
  let beneficiaryId: string;
  const sent: { path: string; body: object | undefined; key: string; text: string }[] = [];
  let isOver = false;

  /** Until there is a final response, as an integration does: on a busy machine a successor takes its time. */
  async function send(path: string, body: object | undefined, key: string): Promise<Reply> {
    for (;;) {
      const reply = await api.post(path, body, { key }).catch(() => null);
      if (reply && ![429, 503].includes(reply.status) && reply.body.code !== 'idempotency_in_flight')
        return reply;
      await sleep(500); // more often, and the client would use up its requests
    }
  }

  async function command(path: string, body?: object): Promise<string> {
    const key = randomUUID();
    const { status, text } = await send(path, body, key);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    sent.push({ path, body, key, text });
    return (JSON.parse(text) as { data: { id: string } }).data.id;
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const id = await command('/v1/payment-instructions', instructionFor(beneficiaryId, { amount: 10 }));
      for (const step of STEPS)
        await command(
          `/v1/simulators/payment-instructions/${id}/${step}`,
          step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined,
        );
    }
  }

  const more = async (commands: number) => {
    for (const enough = sent.length + commands; sent.length < enough;) await sleep(10);
  };

  /** Ends a process like a crash, and waits for its successor. */
  async function kill(role: string): Promise<void> {
    const before = program.processes(role);
    process.kill(before[0] ?? 0, 'SIGKILL');
    const isReplaced = () => {
      const now = program.processes(role);
      return now.length === before.length && !now.includes(before[0] ?? 0);
    };
    while (!isReplaced()) await sleep(20);
  }

  beforeAll(async () => {
    ({ api, beneficiaryId } = await fundedClient({ GBP: OPENING }, operator));
  });

  it('requests to the others succeed, and others take their place', async () => {
    const [, spared] = await oneEach({});
    const statuses: unknown[] = [];
    const read = async () => {
      for (; !isOver; await sleep(5)) statuses.push((await spared.get('/health/ready')).status);
    };
    const killEach = async () => {
      await more(10);
      await kill('requests');
      await more(20);
      await kill('messages');
      await more(20);
      isOver = true;
    };
    await Promise.all([killEach(), read(), ...Array.from({ length: 4 }, work)]);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('what was acknowledged has taken effect once, and has the same response again', async () => {
    for (const { path, body, key, text } of sent) {
      const again = await send(path, body, key);
      expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', text]);
    }
    const created = sent.filter(({ path }) => path === '/v1/payment-instructions').length;
    const all = async (what: string) => (await api.get(`/v1/${what}?limit=1000`)).body.data;
    const instructions: { id: string; status: string }[] = await all('payment-instructions');
    expect(instructions.map(({ status }) => status)).toEqual(Array(created).fill('SENT'));
    const payments: { linkedPaymentInstructionId: string }[] = await all('payments');
    expect(payments.map((one) => one.linkedPaymentInstructionId).sort()).toEqual(
      instructions.map(({ id }) => id).sort(),
    );
    const sold: { sellAmount: { value: number } }[] = await all('conversions');
    const wallets: { balance: { ccyCode: string; value: number } }[] = await all('wallets');
    const pence = (value: number) => Math.round(100 * value);
    expect(Object.fromEntries(wallets.map(({ balance }) => [balance.ccyCode, pence(balance.value)]))).toEqual(
      {
        GBP: 100 * OPENING - sold.reduce((sum, { sellAmount }) => sum + pence(sellAmount.value), 0),
        EUR: 0,
      },
    );
  });
});

it('a SIGTERM lets requests finish that wait for messages, and ends everything', async () => {
  const { api } = await fundedClient({ GBP: 1 }, operator);
  const [messages = 0, ...others] = [...program.processes('messages'), ...program.processes('requests')];
  process.kill(messages, 'SIGSTOP');
  const credit = { ccyCode: 'GBP', amount: 2 };
  const waiting = api.post('/v1/simulators/inbound-funds/credit', credit);
  while ((await api.get('/v1/inbound-funds')).body.meta.totalCount < 2) await sleep(10);
  const ended = program.end('SIGTERM');
  await sleep(100);
  process.kill(messages, 'SIGCONT');
  expect((await waiting).body.data.status).toBe('CREDITED');
  const respondedAt = Date.now();
  expect(await ended).toBe(0);
  expect(Date.now() - respondedAt).toBeLessThan(KEEP_ALIVE_MS); // it does not wait for the client's connection
  expect([messages, ...others].filter(isAlive)).toEqual([]);
  expect(existsSync(program.postmasterFile)).toBe(false);
});

it('a kill -9 of the first process ends the others and Postgres', async () => {
  await program.start();
  const others = [...program.processes('messages'), ...program.processes('requests')];
  expect(others).toHaveLength(3);
  await program.end('SIGKILL');
  while (others.some(isAlive) || existsSync(program.postmasterFile)) await sleep(20);
});
