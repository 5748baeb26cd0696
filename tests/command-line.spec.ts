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

describe('webhooks listen', () => {
  let listener: ChildProcess | undefined;
  afterEach(() => listener?.kill('SIGKILL'));

  test('forwards events, also those that are sent again, and passes on the response', async () => {
    const receiver = await Receiver.start();
    receiver.behaviour = responding(202);
    let [out, said] = ['', ''];
    const args = [PROGRAM, 'webhooks', 'listen', '--forward-to', receiver.url, '--json'];
    const env = { ...process.env, CORRIDOR_URL: url, CORRIDOR_API_KEY: keyOf(client) };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    listener = child;
    child.once('exit', holdOnLeash(child.pid as number));
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (said += text));
    const arrived = () =>
      out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Arrived);
    const arrival = async (eventType: string, count: number): Promise<Arrived> => {
      const ofType = () => arrived().filter(({ event }) => event?.eventType === eventType);
      await until(
        () => ofType().length >= count,
        () => `${eventType} has arrived ${ofType().length} times: ${out}${said}`,
      );
      return ofType()[count - 1] as Arrived;
    };
    expect((await arrival('ping', 1)).status).toBe(202);
    await client.api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 12.34 });
    const first = await arrival('inbound_funds.credited', 1);
    const path = `/v1/webhook-notifications/${first.event?.id}/redeliver`;
    expect((await client.api.post(path)).status).toBe(200);
    const again = await arrival('inbound_funds.credited', 2);
    expect(again.event?.relatedEntityId).toBe(first.event?.relatedEntityId);
    expect(again.event?.id).not.toBe(first.event?.id);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect([child.exitCode, said]).toEqual([0, expect.stringMatching(/Unsubscribed \(whs_/)]);
    await receiver.close();
  });
});

interface Arrived {
  readonly status: number;
  readonly event: {
    readonly id: string;
    readonly eventType: string;
    readonly relatedEntityId: string | null;
  } | null;
}
