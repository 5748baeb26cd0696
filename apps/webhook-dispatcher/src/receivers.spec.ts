import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from './delivery/sender.js';
import { webhookSettings } from './webhook-settings.js';

/** The guide for receivers: its programs are executed and its table is compared with the schedule. */
const guide = readFileSync('docs/webhooks.md', 'utf8');

function program(title: string): string {
  const [, code] = new RegExp(`<!-- ${title} -->\\n+\`\`\`\\w+\\n([^]*?)\`\`\``).exec(guide) ?? [];
  if (!code) throw new Error(`docs/webhooks.md has no ${title}`);
  return code;
}

/** If a program is missing its examples cannot run: this is a warning, and a failure in CI. */
function where(command: string): typeof describe {
  if (!spawnSync(command, ['--version']).error || process.env['CI'] === 'true') return describe;
  console.warn(`${command} is not here: its example in docs/webhooks.md is NOT TESTED`);
  return describe.skip as unknown as typeof describe;
}

const secret = 'whsec_3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const request = {
  secret,
  id: 'whn_01K00000000000000000000007',
  timestamp: 0,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  body: '{"eventType":"payment.sent","payload":{"status":"SENT"},"relatedEntityId":"pmt_é"}',
};
const now = () => Math.floor(Date.now() / 1000);
const signed = (more: Partial<typeof request> = {}) =>
  signatureHeaders({ ...request, timestamp: now(), ...more });
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const before = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/** Headers and body that arrive, and whether they are ours. */
const arrivals: [string, () => Record<string, string>, string, boolean][] = [
  ['a notification', () => signed(), request.body, true],
  ['one of four minutes ago', () => signed({ timestamp: now() - 240 }), request.body, true],
  ['one of six minutes ago', () => signed({ timestamp: now() - 360 }), request.body, false],
  ['one of the future', () => signed({ timestamp: now() + 360 }), request.body, false],
  ['another secret', () => signed({ secret: other }), request.body, false],
  ['another body', () => signed(), request.body.replace('SENT', 'DRAFT'), false],
  ['another id', () => ({ ...signed(), 'webhook-id': 'whn_other' }), request.body, false],
  [
    'a newer timestamp',
    () => ({ ...signed({ timestamp: now() - 9 }), 'webhook-timestamp': `${now()}` }),
    request.body,
    false,
  ],
  [
    'another version',
    () => ({ ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v9') }),
    request.body,
    false,
  ],
  [
    'several signatures',
    () => ({ ...signed(), 'webhook-signature': `v1,bm9uZQ== ${signed()['webhook-signature']}` }),
    request.body,
    true,
  ],
  ['no signature', () => ({ 'webhook-id': 'whn_1', 'webhook-timestamp': `${now()}` }), request.body, false],
  ['an empty signature', () => ({ ...signed(), 'webhook-signature': '' }), request.body, false],
  ['a timestamp that is none', () => ({ ...signed(), 'webhook-timestamp': 'soon' }), request.body, false],
  ['a digit that is no number', () => ({ ...signed(), 'webhook-timestamp': '\u00b2' }), request.body, false],
  ['no headers at all', () => ({}), request.body, false],
];

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a receiver as its reader would, and waits until it listens. */
async function receiver(command: string, args: string[], secrets = secret) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(command, args, {
    env: { ...process.env, PORT: `${port}`, WEBHOOK_SECRET: secrets, PYTHONUTF8: '1' },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const hasEnded = () => child.exitCode !== null;
  while (!hasEnded()) {
    if (await fetch(url, { method: 'POST' }).catch(() => null)) return { url, output: () => output };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${command} does not listen: ${output}`);
}

describe.each([
  ['node', 'receiver: node, with the library', (code: string) => ['--input-type=module', '-e', code]],
  ['node', 'receiver: node, without a library', (code: string) => ['--input-type=module', '-e', code]],
  ['python3', 'receiver: python', (code: string) => ['-c', code]],
])('%s: %s', (command, title, argumentsOf) => {
  where(command)('as it stands in the guide', () => {
    test('accepts only genuine requests', async () => {
      const { url, output } = await receiver(command, argumentsOf(program(title)));
      for (const [what, headers, body, isGenuine] of arrivals) {
        const { status } = await fetch(url, { method: 'POST', headers: headers(), body });
        expect([what, status]).toEqual([what, isGenuine ? 204 : 401]);
      }
      const lines = output()
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('payment.sent'));
      expect(lines).toEqual(Array(3).fill('payment.sent pmt_é SENT'));
    });

    test('accepts the old and the new secret during a rotation', async () => {
      const { url } = await receiver(command, argumentsOf(program(title)), `${before} ${secret}`);
      const statusOf = async (one: string) =>
        (await fetch(url, { method: 'POST', headers: signed({ secret: one }), body: request.body })).status;
      expect(await Promise.all([before, secret, other].map(statusOf))).toEqual([204, 204, 401]);
    });

    test('shows the message of a ping', async () => {
      const body = '{"eventType":"ping","relatedEntityId":null,"payload":{"message":"Hello"}}';
      const { url, output } = await receiver(command, argumentsOf(program(title)));
      await fetch(url, { method: 'POST', headers: signed({ body }), body });
      while (!output().includes('Hello')) await sleep(20); // it responds first
      expect(output()).toMatch(/^ping (null|None) Hello$/m);
    });
  });
});

where('openssl')('the shell', () => {
  test('accepts only genuine requests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-webhook-'));
    const ofTime = /minutes ago|future/; // it looks at what was kept
    for (const [what, headers, body, isGenuine] of arrivals.filter(([what]) => !ofTime.test(what))) {
      writeFileSync(join(folder, 'body'), body);
      const { stdout } = spawnSync('bash', ['-c', program('verify: shell')], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, WEBHOOK_SECRET: secret, ...variablesOf(headers()) },
      });
      expect([what, stdout.trim()]).toEqual([what, isGenuine ? 'genuine' : 'forged']);
    }
    rmSync(folder, { recursive: true });
  });
});

const variablesOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase().replace('-', '_'), value]),
  );

test('the table of attempts is the schedule', () => {
  const { scheduleMs } = webhookSettings.read({ WEBHOOK_SECRET_KEY: 'k'.repeat(44) });
  const [, table = ''] = /<!-- schedule -->\n+([^]*?)\n\n/.exec(guide) ?? [];
  const rows = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, attempt, pause]) => [Number(attempt), msOf(pause)])).toEqual(
    scheduleMs.map((ms, i) => [i + 1, ms]),
  );
  let since = 0;
  for (const [i, [, , , after]] of rows.entries()) {
    since += scheduleMs[i] ?? NaN;
    if (after) expect(Math.abs(msOf(after) - since)).toBeLessThan(since / 20);
  }
});

const UNITS = { s: 1, min: 60, h: 3600, d: 86_400 };
/** `2 h 35 min` */
const msOf = (text = '') =>
  [...text.matchAll(/(\d+) (s|min|h|d)\b/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS] * 1000,
    0,
  );
