import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { until } from '@corridor/testing';
import { holdOnLeash } from '@corridor/tools/leash.mjs';
import { newClient, type TestClient, url } from './support/system.js';

/** Ended after each test, so that one that fails leaves no process for which Jest waits. */
const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

/** The listener command, with a new client for the test. */
class Listening {
  output = '';
  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.output += text));
  }

  static start(client: TestClient, ...options: string[]): Listening {
    const key = client.api.credential['x-api-key'] ?? '';
    const args = ['tools/webhooks-listen.mjs', '--url', url, '--key', key, ...options];
    const child = spawn(process.execPath, args);
    child.once('exit', holdOnLeash(child.pid as number));
    started.add(child);
    return new Listening(child);
  }

  async says(wanted: RegExp): Promise<RegExpExecArray> {
    const instead = () => `no ${wanted} in:\n${this.output}`;
    await until(() => wanted.test(this.output), instead);
    return wanted.exec(this.output) as RegExpExecArray;
  }

  async subscribed(): Promise<string> {
    const [, id = ''] = await this.says(/as (whs_\w+)/);
    return id;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit();
  }

  /** @returns its exit code; null after a signal */
  async exit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}

const isOver = async ({ api }: TestClient, id: string) =>
  (await api.get(`/v1/webhook-subscriptions/${id}`)).body.data.unsubscribedOn !== null;

test('webhooks:listen prints events, and unsubscribes when it is stopped', async () => {
  const client = await newClient();
  await client.api.post('/v1/wallets', { ccyCode: 'GBP' });
  const listening = Listening.start(client);
  const id = await listening.subscribed();
  await listening.says(/ping +It works\. +#\d+ +verified, responds with 204$/m);

  await client.api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 12.34 });
  await listening.says(
    /\d\d:\d\d:\d\d\.\d{3} +inbound_funds\.credited +if_\w{26} +CREDITED +#\d+ +verified, responds with 204$/m,
  );
  await listening.says(/transaction\.completed +txn_\w{26} +COMPLETED +#\d+ +verified, responds with 204$/m);
  expect(listening.output).not.toMatch(/NOT VERIFIED|again/);

  expect(await isOver(client, id)).toBe(false);
  expect(await listening.end('SIGINT')).toBe(0);
  expect(listening.output).toContain(`Unsubscribed (${id})`);
  expect(await isOver(client, id)).toBe(true);
});

test('a listener unsubscribes killed listeners, but not running ones', async () => {
  const client = await newClient();
  const killed = Listening.start(client);
  const [left] = [await killed.subscribed()];
  await killed.end('SIGKILL');
  const alive = Listening.start(client, '--events', 'ping,payment.sent');
  const other = await alive.subscribed();
  const next = Listening.start(client);
  const mine = await next.subscribed();
  expect([await isOver(client, left), await isOver(client, other), await isOver(client, mine)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await Promise.all([alive.end('SIGTERM'), next.end('SIGINT')])).toEqual([0, 0]);
  expect([await isOver(client, other), await isOver(client, mine)]).toEqual([true, true]);
});

test('an invalid key or event: it reports the error and exits', async () => {
  const client = await newClient();
  const wrong = Listening.start(client, '--key', 'ck_sandbox_not_a_key_at_all');
  await wrong.says(/401/);
  const unknown = Listening.start(client, '--events', 'payment.lost');
  const [, message = ''] = await unknown.says(/#\/events\/0: (.+)\n/);
  expect(unknown.output.split(message)).toHaveLength(2);
});

test('an address with a path: it says so and exits', async () => {
  const listening = Listening.start(await newClient(), '--url', `${url}/v1`);
  await listening.says(
    /\/v1\/health\/ready responds with 404: pass the address of Corridor, without a path\./,
  );
  expect(await listening.exit()).toBe(1);
  expect(listening.output).not.toContain('Waiting');
});

test.each([
  ['nothing listens', null, 'does not respond'],
  ['a server does not respond', () => undefined, 'does not respond'],
  ['it is starting', (_: unknown, reply: ServerResponse) => reply.writeHead(503).end(), 'is not ready (503)'],
])('%s: it says what it waits for and how to stop, once', async (_, respond, why) => {
  const server = createServer(respond ?? (() => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (!respond) await promisify(server.close.bind(server))();
  const listening = Listening.start(await newClient(), '--url', address);
  await listening.says(/^Waiting: .*npm start.*Ctrl-C/m);
  expect(listening.output).toContain(`${address} ${why}.`);
  expect(await listening.end('SIGINT')).toBe(0);
  expect(listening.output.match(/Waiting/g)).toHaveLength(1);
  server.closeAllConnections();
  server.close();
});

test('an unknown option or invalid value: it prints the usage, without a stack', async () => {
  const client = await newClient();
  for (const [options, issue] of [
    [['--evnets', 'ping'], "Unknown option '--evnets'"],
    [['--status', 'no'], '--status must be a status from 200 to 599, not "no"'],
    [['--port', '70000'], '--port must be a port, not "70000"'],
  ] as const) {
    const listening = Listening.start(client, ...options);
    await listening.says(/--delay <seconds>/);
    expect(listening.output).toContain(issue);
    expect(listening.output).not.toMatch(/^ +at /m);
  }
});

test('--status shows retries, and counts the attempts', async () => {
  const client = await newClient();
  const listening = Listening.start(client, '--status', '500', '--delay', '0.1');
  const id = await listening.subscribed();
  const [, first] = await listening.says(
    /^([\d:.]{12}) +ping +It works\. +#\d+ +verified, responds with 500$/m,
  );
  const [, second] = await listening.says(
    /^([\d:.]{12}) +ping +It works\. +#\d+ +verified, responds with 500 \(retry, attempt 2\)$/m,
  );
  const millisecondsOf = (time = '') => Date.parse(`2026-11-21T${time}Z`);
  const day = 24 * 60 * 60 * 1000;
  expect((millisecondsOf(second) - millisecondsOf(first) + day) % day).toBeGreaterThan(1000);
  const { body } = await client.api.get(`/v1/webhook-subscriptions/${id}/notifications`);
  expect(body.data[0].lastError).toBe('The receiver responded with 500.');
  expect(await listening.end('SIGINT')).toBe(0);
});

test('if Corridor is unavailable, Ctrl-C reports the remaining subscription', async () => {
  const bodies: Record<string, unknown> = {
    '/health/ready': {},
    '/v1/reference-data/webhook-subscriptions/events': ['ping'],
    '/v1/webhook-subscriptions?limit=1000': [],
    '/v1/webhook-subscriptions': { id: 'whs_1', signingSecret: 'whsec_MDAw' },
    '/v1/webhook-subscriptions/whs_1/ping': {},
  };
  let isPinged = false;
  const corridor = createServer((request, response) => {
    const { method, url: path = '' } = request;
    request.resume();
    response.setHeader('connection', 'close');
    response.end(JSON.stringify({ data: bodies[path] ?? `${method}` }));
    isPinged ||= path.endsWith('/ping');
  }).listen(0, '127.0.0.1');
  await once(corridor, 'listening');
  const { port } = corridor.address() as AddressInfo;
  const listening = Listening.start(await newClient(), '--url', `http://127.0.0.1:${port}`);
  await listening.subscribed();
  await until(() => isPinged);
  corridor.close(); // after its responses
  await once(corridor, 'close');
  expect(await listening.end('SIGINT')).toBe(1);
  expect(listening.output).toContain(
    'Not unsubscribed (whs_1): Corridor does not respond. The next webhooks:listen removes the subscription.',
  );
});
