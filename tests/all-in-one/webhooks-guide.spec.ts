import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@corridor/tools/ports.mjs';
import { Api } from '../support/api.js';
import { Program } from '../support/program.js';
import { Receiver, responding } from '../support/receiver.js';

const run = promisify(execFile);
const guide = readFileSync('docs/webhooks.md', 'utf8');

function block(title: string): string {
  const [, code] = new RegExp(`<!-- ${title} -->\\n+\`\`\`\\w+\\n([^]*?)\`\`\``).exec(guide) ?? [];
  if (!code) throw new Error(`docs/webhooks.md has no ${title}`);
  return code;
}

/** Here a notification is given up after its second attempt, not after three days. */
const SOON = { WEBHOOK_ALLOW_LOOPBACK: 'true', WEBHOOK_SCHEDULE_SECONDS: '0,0.2' };

/** The commands of the guide for receivers. */
describe('the guide', () => {
  let program: Program;
  let folder: string;
  let api: Api;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-guide-'));
    program = await Program.with(SOON);
    await program.start();
    api = new Api(program.url, { 'x-api-key': 'ck_sandbox_demo_acme_trading' });
  });
  afterAll(async () => {
    await program.remove();
    rmSync(folder, { recursive: true });
  });

  const bash = async (script: string) => {
    const here = script.replaceAll('http://127.0.0.1:${PORT:-8080}', program.url);
    const { stdout, stderr } = await run('bash', ['-c', here], { cwd: folder });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };

  it('delivers a first event on a local machine', async () => {
    writeFileSync(join(folder, 'receiver.mjs'), block('receiver: node, without a library'));
    const walk = block('walk-through');
    const [, promised] = /^# → (.*)$/m.exec(walk) ?? [];
    const output = await bash(walk.replaceAll('9000', String(await freePort())));
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+$/);
    expect(output).toEqual(['ping', promised, moment, moment]);
  });

  it('redelivers each given-up notification once', async () => {
    const receiver = await Receiver.start();
    receiver.behaviour = responding(503);
    const { body } = await api.post('/v1/webhook-subscriptions', {
      targetUrl: receiver.url,
      events: ['inbound_funds.credited'],
    });
    const { id } = body.data as { id: string };
    const notifications = async () =>
      (await api.get(`/v1/webhook-subscriptions/${id}/notifications?sortBy=createdOn:ASC`)).body
        .data as any[];
    for (const message of ['one', 'two', 'three'])
      await api.post(`/v1/webhook-subscriptions/${id}/ping`, { message });
    await receiver.has(6);
    while ((await notifications()).some(({ lockedUntil }) => lockedUntil)) await receiver.has(6);
    receiver.behaviour = responding(204);

    const given = {
      'WHS=whs_…': `WHS=${id}`,
      '2026-11-18': '2000-01-01',
      '"10\\"': '"2\\"',
      'limit=1000': 'limit=2',
    };
    const loop = Object.entries(given).reduce((script, [here, there]) => {
      expect(script).toContain(here);
      return script.replace(here, there);
    }, block('after an outage'));
    const commands = block('walk-through').split('\n# ')[0] ?? '';
    const gaveUp = (await notifications()).map((one) => one.id as string);
    expect(await bash(`${commands}\n${loop}`)).toEqual(gaveUp);
    await receiver.has(9);
    expect(await bash(`${commands}\n${loop}`)).toEqual(gaveUp);
    await api.post(`/v1/webhook-subscriptions/${id}/ping`, { message: 'four' });
    await receiver.has(10);
    expect(
      receiver.received
        .slice(6)
        .map((one) => one.body.payload.message)
        .sort(),
    ).toEqual(['one', 'two', 'three', 'four'].sort());
    await receiver.close();
  });
});
