import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Chance, until } from '@corridor/testing';
import { Client } from 'pg';
import { Api } from '../support/api.js';
import { bash } from '../support/bash.js';
import { codeBlock } from '../support/code-blocks.js';
import { Composition } from '../support/composition/composition.js';
import { Databases } from '../support/composition/databases.js';
import { violations } from '../support/composition/invariants.js';
import { PatientClient, patientClient } from '../support/composition/patient-client.js';
import { instructionFor } from '../support/instruction.js';
import { Receiver, responding } from '../support/receiver.js';
import { DEMO_STAFF } from '../support/staff.js';
import { baseBackup } from './support/base-backup.js';
import { Load, under } from './support/load.js';
import { settled } from './support/settled.js';

/**
 * docs/backup.md, executed: a base backup while clients work, the WAL after it, and a new server with an empty Kafka and
 * Redis. The settings and commands are those of the page.
 */

jest.setTimeout(900_000);

const page = 'docs/backup.md';

const folder = mkdtempSync(join(tmpdir(), 'corridor-backup-'));
chmodSync(folder, 0o755); // Postgres may run as another user
const [lost, restored, archive, bin] = ['lost', 'restored', 'archive', 'bin'].map((name) =>
  join(folder, name),
) as [string, string, string, string];
for (const name of [lost, restored, archive, bin]) mkdirSync(name);
chmodSync(archive, 0o777);
symlinkSync(resolve('apps/cli/bin/corridor.mjs'), join(bin, 'corridor'));
symlinkSync(process.execPath, join(bin, 'node'));
const atOurArchive = (settings: string) => settings.replaceAll('/archive/', `${archive}/`);

let composition: Composition | undefined;
let databases: Databases | undefined;
let receiver: Receiver | undefined;
afterAll(async () => {
  await databases?.close();
  await composition?.end();
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

const SETTINGS = {
  WEBHOOK_SWEEP_MS: '1000',
  WEBHOOK_SCHEDULE_SECONDS: '0,1,1,2,2,4,4,8,8,16',
};

async function onServer(statement: string): Promise<Record<string, any>[]> {
  const client = new Client({ connectionString: new URL('/postgres', composition?.databaseUrl).href });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function work(load: Load, turns: number): Promise<void> {
  let left = turns;
  await load.work(() => left-- > 0);
}

test('everything acknowledged is there after a restore on a new server without Kafka, and everything continues', async () => {
  const archiving = codeBlock(page, 'ini', 'archive_command');
  const restoring = codeBlock(page, 'ini', 'restore_command');
  composition = await Composition.start('backup-lost', SETTINGS, 'distributed', lost);
  appendFileSync(join(lost, 'postgres', 'cluster', 'postgresql.conf'), `\n${atOurArchive(archiving)}`);
  await composition.stopPostgres();
  await composition.startPostgres();

  const client = await patientClient(composition.url, 'BACKUP');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  receiver = await Receiver.start();
  const subscription = await client.command('/v1/webhook-subscriptions', {
    targetUrl: receiver.url,
    events: ['payment_instruction.acknowledged'],
  });
  const secret = subscription.body.data.signingSecret as string;
  const load = new Load(client, new Chance(11));
  for (const ccyCode of ['GBP', 'EUR']) await load.credit(ccyCode, 5_000);
  const backup = join(restored, 'postgres', 'cluster');
  await under([load], () => baseBackup((composition as Composition).databaseUrl, backup));

  // After the base backup: only the WAL has it.
  await work(load, 12);
  const open = (await client.command('/v1/payment-instructions', instructionFor(client.beneficiaryId))).body
    .data.id as string;
  receiver.behaviour = responding(500);
  await client.command(`/v1/simulators/payment-instructions/${open}/acknowledge`);
  load.acknowledged.set(open, 'ACKNOWLEDGED');
  const [{ now } = {}] = await onServer('SELECT clock_timestamp()::text AS now');
  await work(new Load(client, new Chance(12)), 2); // after the point in time: recovery ends before it
  const [{ file } = {}] = await onServer('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await until(async () => {
    const [{ last } = {}] = await onServer('SELECT last_archived_wal AS last FROM pg_stat_archiver');
    return (last ?? '') >= file;
  });
  await composition.end();
  composition = undefined;

  // The new server. Nothing is left of the old one but its archive and its secrets.
  for (const name of ['caller-secret', 'webhook-secret-key']) cpSync(join(lost, name), join(restored, name));
  cpSync(join(lost, 'postgres', 'password'), join(restored, 'postgres', 'password'));
  rmSync(lost, { recursive: true });
  const target = `recovery_target_time = '${now}'`;
  const settings = atOurArchive(restoring).replace(/^recovery_target_time = .*$/m, target);
  expect(settings).toContain(target);
  appendFileSync(join(backup, 'postgresql.conf'), `\n${settings}`);
  writeFileSync(join(backup, 'recovery.signal'), '');
  const told = receiver;
  const before = told.received.length;
  told.behaviour = responding(204);
  const begun = Date.now();
  composition = await Composition.start('backup-restored', SETTINGS, 'distributed', restored);
  databases = new Databases(composition.databaseUrl);
  const republish = codeBlock(page, 'sh', 'ops outbox republish');
  const { 'x-api-key': key } = DEMO_STAFF;
  const said = await bash(republish, {
    CORRIDOR_URL: composition.url,
    CORRIDOR_STAFF_KEY: key,
    PATH: `${bin}:${process.env['PATH']}`,
  });
  expect(said.match(/\bDONE\b/g)).toHaveLength(6);

  // Everything acknowledged is there, and what was under way continues.
  const again = new PatientClient(
    new Api(composition.url, client.api.credential),
    `${client.clientId} again`,
    client.beneficiaryId,
  );
  await settled(composition, databases);
  process.stdout.write(`restored, published again and settled after ${Date.now() - begun} ms\n`);
  for (const [id, status] of load.acknowledged) {
    const path = id.startsWith('pi_') ? 'payment-instructions' : 'payments';
    expect([id, (await again.read(`/v1/${path}/${id}`)).status]).toEqual([id, status]);
  }
  expect(await violations(databases, load.acknowledged)).toEqual({});
  await until(() =>
    told
      .verified(secret, told.received.slice(before))
      .some(({ relatedEntityId }) => relatedEntityId === open),
  );
  const more = new Load(again, new Chance(13));
  await work(more, 12);
  await again.command(`/v1/simulators/payment-instructions/${open}/reject`);
  more.acknowledged.set(open, 'REJECTED');
  await settled(composition, databases);
  expect(await violations(databases, new Map([...load.acknowledged, ...more.acknowledged]))).toEqual({});
});
