import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '@corridor/event-store';
import { KafkaCarrier, kafkaRefusal } from '@corridor/messaging';
import { freePort } from '@corridor/tools/ports.mjs';
import { certificates } from '@corridor/tools/servers/certificates.mjs';
import { startService } from '@corridor/tools/service-process.mjs';
import { Client } from 'pg';
import { EncryptedServers } from '../support/encrypted-servers.js';

/** A dispatcher, which needs all three servers, over TLS and with logins. */
const SERVICE = 'webhook-dispatcher';

let servers: EncryptedServers;
let foreign: string;
beforeAll(async () => {
  servers = await EncryptedServers.start();
  foreign = certificates(join(servers.folder, 'foreign')).ca;
  expect(migrate({})).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => servers.stop());

const settings = () => ({
  ...servers.env,
  CALLER_SECRET: 'a secret for specs with its 32 bytes',
  WEBHOOK_SECRET_KEY: 'a secret for specs with its 32 bytes',
  LOG_LEVEL: 'info',
});

function migrate(env: Record<string, string>) {
  const program = join(import.meta.dirname, '..', '..', 'apps', 'all-in-one', 'dist', 'migrate.js');
  const owner = { DATABASE_OWNER_URL: servers.overTls(servers.postgres.url), ...env };
  return spawnSync(process.execPath, [program, SERVICE], {
    env: { ...process.env, ...settings(), ...owner },
    encoding: 'utf8',
  });
}

/** A dispatcher with its log. */
async function dispatcher(env: Record<string, string>, isReady?: (url: string) => Promise<boolean>) {
  const lines: string[] = [];
  const process = await startService({
    name: SERVICE,
    port: await freePort(),
    env: { ...settings(), ...env },
    output: (line) => lines.push((JSON.parse(line) as { msg: string }).msg),
    ...(isReady && { isReady }),
  });
  const health = async () => (await (await fetch(`${process.url}/health/ready`)).json()) as any;
  return { lines, health, url: process.url, stop: () => process.stop() };
}

const respond = async (url: string) => (await fetch(`${url}/health/live`).catch(() => null)) !== null;

test('a service works over TLS, with its logins, and has no other connection', async () => {
  const service = await dispatcher({});
  try {
    while ((await service.health()).data.status !== 'ok') await sleep(100);
    const { details } = (await service.health()).data;
    expect([details.broker.status, details.redis.status]).toEqual(['up', 'up']);
    const client = new Client({ connectionString: servers.overTls(`${servers.postgres.url}/postgres`) });
    await client.connect();
    const { rows } = await client.query(
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'corridor %'`,
    );
    await client.end();
    expect(rows).toEqual([{ ssl: true }]);
  } finally {
    await service.stop();
  }
});

test('Postgres is not reached without TLS, nor with the certificate of another authority; one line says why', () => {
  const unencrypted = migrate({ DATABASE_OWNER_URL: servers.postgres.url });
  expect(unencrypted.status).toBe(1);
  expect(unencrypted.stderr).toMatch(
    /no connection to Postgres at 127\.0\.0\.1:\d+ .*no pg_hba\.conf entry .*no encryption/,
  );
  const mistrusted = migrate({ DATABASE_OWNER_URL: servers.overTls(servers.postgres.url, foreign) });
  expect(mistrusted.status).toBe(1);
  expect(mistrusted.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/no connection to Postgres at 127\.0\.0\.1:\d+ \(DATABASE_URL\): .*certificate/),
  ]);
});

test('a file of certificates that cannot be read is named', () => {
  const missing = migrate({ DATABASE_OWNER_URL: servers.overTls(servers.postgres.url, '/nowhere/ca.crt') });
  expect(missing.stderr).toMatch(
    /DATABASE_OWNER_URL must name in sslrootcert a file that can be read: .*\/nowhere\/ca\.crt/,
  );
});

describe('a database over TLS', () => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await openDatabase(servers.overTls(servers.postgres.url), { name: 'encrypted', migrations: [] });
  });
  afterAll(() => db.close());

  test('cancels a search that nobody waits for', async () => {
    const abandoned = new AbortController();
    const search = db.searches.cancellable(abandoned.signal, async (sql) => {
      setTimeout(() => abandoned.abort(new Error('nobody waits')), 200);
      await sql.query('SELECT pg_sleep(60)');
    });
    await expect(search).rejects.toMatchObject({
      code: '57014',
      message: expect.stringContaining('user request'),
    });
  });

  test('answers many statements at a time', async () => {
    const answers = Array.from({ length: 200 }, (_, n) =>
      db.database.query<{ n: number }>(`SELECT ${n} AS n`),
    );
    expect((await Promise.all(answers)).map(([row]) => row?.n)).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
  });
});

describe('Kafka', () => {
  const ping = async (more: object) => {
    const carrier = new KafkaCarrier({ ...servers.kafkaSettings, ...more }, () => undefined);
    try {
      await carrier.ping();
      return 'accepted';
    } catch (error) {
      return kafkaRefusal(error);
    } finally {
      await carrier.close();
    }
  };

  test.each(['scram-sha-512', 'plain'])('accepts a login by %s', async (mechanism) => {
    expect(await ping({ mechanism })).toBe('accepted');
  });

  test.each(['scram-sha-512', 'plain'])(
    'refuses a wrong password by %s, and it is said which settings are wrong',
    async (mechanism) => {
      expect(await ping({ mechanism, password: 'wrong' })).toMatch(
        /^the brokers refuse the login: check KAFKA_USERNAME, KAFKA_PASSWORD_FILE/,
      );
    },
  );

  test('is not trusted with the certificate of another authority, and it is said which setting is wrong', async () => {
    expect(await ping({ ca: readFileSync(foreign, 'utf8') })).toMatch(
      /^the certificate of a broker is not accepted: check KAFKA_CA_FILE/,
    );
  });

  test('is not trusted under another name', async () => {
    const [address = ''] = servers.kafkaSettings.brokers;
    expect(await ping({ brokers: [address.replace('127.0.0.1', 'localhost')] })).toMatch(
      /certificate of a broker/,
    );
  });

  test('with a wrong password, a service says so in one line of its log and in its health, and keeps working', async () => {
    const service = await dispatcher({ KAFKA_PASSWORD_FILE: servers.certificates.ca }, respond);
    try {
      const ofKafka = () => service.lines.filter((line) => line.startsWith('kafka'));
      while (ofKafka().length === 0) await sleep(50);
      expect(new Set(ofKafka())).toEqual(
        new Set([expect.stringMatching(/^kafka: the brokers refuse the login: check KAFKA_USERNAME/)]),
      );
      const reported = (await service.health()).data;
      expect(reported).toMatchObject({
        status: 'degraded',
        details: { broker: { message: expect.stringMatching(/^the brokers refuse the login/) } },
      });
    } finally {
      await service.stop();
    }
  });
});

test('Redis is not trusted with the certificate of another authority; one line says why', async () => {
  const service = await dispatcher({ REDIS_CA_FILE: foreign }, respond);
  try {
    const ofRedis = () => service.lines.filter((line) => line.startsWith('will retry'));
    while (ofRedis().length === 0) await sleep(50);
    expect(ofRedis()[0]).toMatch(/certificate/);
  } finally {
    await service.stop();
  }
});
