import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { newClient, type TestClient, url } from './support/system.js';

jest.setTimeout(60_000);

/** The listener as a newcomer starts it, with a client of the test's own. */
class Listening {
  said = '';
  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.said += text));
  }

  static start(client: TestClient, ...options: string[]): Listening {
    const key = client.api.credential['x-api-key'] ?? '';
    const args = ['tools/webhooks-listen.mjs', '--url', url, '--key', key, ...options];
    return new Listening(spawn(process.execPath, args));
  }

  async says(wanted: RegExp): Promise<RegExpExecArray> {
    for (let tries = 0; tries < 600; tries++) {
      const found = wanted.exec(this.said);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no ${wanted} in:\n${this.said}`);
  }

  async subscribed(): Promise<string> {
    const [, id = ''] = await this.says(/as (whs_\w+)/);
    return id;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
    return this.child.exitCode;
  }
}

const isOver = async ({ api }: TestClient, id: string) =>
  (await api.get(`/v1/webhook-subscriptions/${id}`)).body.data.unsubscribedOn !== null;

test('webhooks:listen shows what happens, and unsubscribes when it is ended', async () => {
  const client = await newClient();
  await client.api.post('/v1/wallets', { ccyCode: 'GBP' });
  const listening = Listening.start(client);
  const id = await listening.subscribed();
  await listening.says(/ping +It works\. +#\d+ +verified/);

  await client.api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 12.34 });
  await listening.says(/\d\d:\d\d:\d\d\.\d{3} +inbound_funds\.credited +if_\w{26} +CREDITED +#\d+ +verified/);
  await listening.says(/transaction\.completed +txn_\w{26} +COMPLETED +#\d+ +verified/);
  expect(listening.said).not.toMatch(/NOT VERIFIED|again/);

  expect(await isOver(client, id)).toBe(false);
  expect(await listening.end('SIGINT')).toBe(0);
  expect(listening.said).toContain(`Unsubscribed (${id})`);
  expect(await isOver(client, id)).toBe(true);
});

test('a listener tidies up after one that was killed, and leaves one alone that lives', async () => {
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

test('a key that is none, an event that is none: it says so and ends', async () => {
  const client = await newClient();
  const wrong = Listening.start(client, '--key', 'ck_sandbox_not_a_key_at_all');
  await wrong.says(/401/);
  const unknown = Listening.start(client, '--events', 'payment.lost');
  await unknown.says(/#\/events\/0/);
});
