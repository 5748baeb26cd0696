import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAUSED_EVENTS, causeEvent } from '@corridor/cli';
import { Corridor } from '@corridor/sdk';
import { until } from '@corridor/testing';
import { holdOnLeash } from '@corridor/tools/leash.mjs';
import { bash } from './support/bash.js';
import { codeBlock } from './support/code-blocks.js';
import { Receiver, responding } from './support/receiver.js';
import { type TestClient, fundedClient, germanCompany, url } from './support/system.js';

/** The commands of clients (docs/command-line.md). */

const PROGRAM = 'apps/cli/bin/corridor.mjs';
const keyOf = ({ api }: TestClient) => api.credential['x-api-key'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'corridor-command-line-'));
let client: TestClient & { beneficiaryId: string };
beforeAll(async () => {
  client = await fundedClient({ GBP: 5_000, EUR: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('prints what the walk-through says', async () => {
  const bankAccount = { ...germanCompany.bankAccount, accountHolderName: 'Anna Schmidt' };
  const anna = { ...germanCompany, displayName: 'Anna Schmidt', bankAccount };
  expect((await client.api.post('/v1/beneficiaries', anna)).status).toBe(200);
  const script = codeBlock('docs/command-line.md', 'bash', 'corridor login');
  const promised = [...script.matchAll(/^# → (.*)$/gm)].map(([, line]) => line);
  expect(promised.length).toBeGreaterThan(5);
  const here = script
    .replace('npx corridor "$@"', `"${process.execPath}" ${PROGRAM} "$@" 2>> "$SAID"`)
    .replace('http://127.0.0.1:8080', url)
    .replace('ck_sandbox_demo_acme_trading', keyOf(client));
  const said = join(folder, 'said');
  const env = { XDG_CONFIG_HOME: folder, SAID: said, CORRIDOR_API_KEY: '', CORRIDOR_URL: '' };
  expect((await bash(here, env)).trim().split('\n')).toEqual(promised);
  expect(readFileSync(said, 'utf8')).toMatch(/ACKNOWLEDGED[^]*FILLED[^]*SENT/);
});

test('causes each event', async () => {
  const events = [...CAUSED_EVENTS, 'ping'];
  const known = (await client.api.get('/v1/reference-data/webhook-subscriptions/events')).body
    .data as string[];
  expect(events.sort()).toEqual(known.sort());
  const subscription = { targetUrl: 'https://hooks.example.com/nobody', events };
  const { body } = await client.api.post('/v1/webhook-subscriptions', subscription);
  await client.api.post(`/v1/webhook-subscriptions/${body.data.id}/pause`);
  const corridor = new Corridor({ url, apiKey: keyOf(client) });
  for (const event of CAUSED_EVENTS) expect(await causeEvent(corridor, event)).toHaveProperty('id');
  let missing = CAUSED_EVENTS;
  await until(
    async () => {
      const caused = new Set<string>();
      for await (const { eventType } of corridor.searchSubscriptionNotifications(body.data.id as string))
        caused.add(eventType);
      missing = CAUSED_EVENTS.filter((event) => !caused.has(event));
      return missing.length === 0;
    },
    () => `nothing has caused ${missing.join()}`,
  );
});

/** A command that runs until it is ended, and prints a line of JSON for each event. */
class Following<Line> {
  private out = '';
  said = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (text) => (this.out += text));
    child.stderr?.on('data', (text) => (this.said += text));
  }

  static start<Line>(...args: string[]): Following<Line> {
    const env = { ...process.env, CORRIDOR_URL: url, CORRIDOR_API_KEY: keyOf(client) };
    const child = spawn(process.execPath, [PROGRAM, ...args, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once('exit', holdOnLeash(child.pid as number));
    started.add(child);
    return new Following<Line>(child);
  }

  /** @returns the line with this number, from 1, of those that are meant */
  async line(number: number, isMeant: (line: Line) => boolean = () => true): Promise<Line> {
    const meant = () =>
      this.out
        .split('\n')
        .slice(0, -1)
        .map((text) => JSON.parse(text) as Line)
        .filter(isMeant);
    await until(
      () => meant().length >= number,
      () => `${meant().length} lines and not ${number}: ${this.out}${this.said}`,
    );
    return meant()[number - 1] as Line;
  }

  /** As Ctrl-C does. @returns its exit code */
  async interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    await once(this.child, 'close');
    return this.child.exitCode;
  }
}

/** Ended after each test, so that one that fails leaves no process for which Jest waits. */
const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

const credit = (amount: number) =>
  client.api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount });

test('webhooks listen forwards events, also those that are sent again, and passes on the response', async () => {
  const receiver = await Receiver.start();
  receiver.behaviour = responding(202);
  const listener = Following.start<Arrived>('webhooks', 'listen', '--forward-to', receiver.url);
  const arrival = (eventType: string, number: number) =>
    listener.line(number, ({ event }) => event?.eventType === eventType);
  expect((await arrival('ping', 1)).status).toBe(202);
  await credit(12.34);
  const first = await arrival('inbound_funds.credited', 1);
  const path = `/v1/webhook-notifications/${first.event?.id}/redeliver`;
  expect((await client.api.post(path)).status).toBe(200);
  const again = await arrival('inbound_funds.credited', 2);
  expect(again.event?.relatedEntityId).toBe(first.event?.relatedEntityId);
  expect(again.event?.id).not.toBe(first.event?.id);
  expect([await listener.interrupt(), listener.said]).toEqual([
    0,
    expect.stringMatching(/Unsubscribed \(whs_/),
  ]);
  await receiver.close();
});

test('events tail prints what happens, and goes on where it was', async () => {
  const tail = (...options: string[]) =>
    Following.start<TailedEvent>('events', 'tail', '--events', 'inbound_funds.credited', ...options);
  const before = tail();
  await until(
    () => before.said.includes('Waiting for events'),
    () => before.said,
  );
  const { body } = await credit(20.5);
  const { id, payload } = await before.line(1);
  expect([payload.id, payload.amount.value]).toEqual([body.data.id, '20.5']);
  await credit(21);
  await before.line(2);
  const code = await before.interrupt();
  const [, place = ''] = /^To go on: corridor events tail --since (\S+)$/m.exec(before.said) ?? [];
  expect([code, place]).toEqual([0, expect.stringMatching(/./)]);
  const missed = await credit(22);
  const [after, again] = [tail('--since', place), tail('--since', id)];
  expect((await after.line(1)).payload.id).toBe(missed.body.data.id);
  expect((await again.line(1)).payload.amount.value).toBe('21');
  expect(await Promise.all([after.interrupt(), again.interrupt()])).toEqual([0, 0]);
});

interface TailedEvent {
  readonly id: string;
  readonly payload: { readonly id: string; readonly amount: { readonly value: string } };
}

interface Arrived {
  readonly status: number;
  readonly event: {
    readonly id: string;
    readonly eventType: string;
    readonly relatedEntityId: string | null;
  } | null;
}
