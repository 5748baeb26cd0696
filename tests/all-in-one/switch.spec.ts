import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { Client } from 'pg';
import { productionSettings } from '../support/production.js';
import { Program } from '../support/program.js';

const run = promisify(execFile);

/** production.md §1, on a server of its own. */
const folder = mkdtempSync(join(tmpdir(), 'corridor-switch-'));
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  chmodSync(folder, 0o755); // Postgres may run as another user
  postgres = await startPostgres({ dataDir: folder, maxConnections: 200 });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

async function query(database: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: new URL(`/${database}`, postgres.url).href });
  await client.connect();
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}

const databases = () =>
  query('postgres', `SELECT datname FROM pg_database WHERE datname LIKE 'corridor\\_%' ORDER BY 1`);

/** A database, by default of the last service that starts, stamped by an earlier start. */
async function stamped(environment: string, database = 'corridor_webhook_dispatcher'): Promise<void> {
  await query('postgres', `CREATE DATABASE ${database}`);
  await query(
    database,
    'CREATE TABLE installation (environment text)',
    `INSERT INTO installation VALUES ('${environment}')`,
  );
}
const drop = (database = 'corridor_webhook_dispatcher') => query('postgres', `DROP DATABASE ${database}`);

async function startOf(settings: Readonly<Record<string, string>>) {
  const program = await Program.with({ DATABASE_URL: postgres.url, ...settings });
  const { exitCode, output } = await program.run();
  await program.remove();
  return { exitCode, reasons: output.trim().split(/\n +/) };
}

interface Report {
  readonly isWell: boolean;
  readonly findings: readonly { readonly name: string; readonly status: string; readonly detail: string }[];
}

/** `corridor doctor --json` with these variables alone. */
async function doctor(env: Record<string, string>): Promise<Report & { readonly code: number }> {
  const args = ['apps/all-in-one/dist/doctor.js', '--json'];
  const { code, stdout } = await run(process.execPath, args, { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, ...(JSON.parse(stdout) as Report) };
}
const detailOf = ({ findings }: Report, name: string) =>
  findings.find((finding) => finding.name === name)?.detail;

test.each([
  ['SANDBOX', 'PRODUCTION'],
  ['PRODUCTION', 'SANDBOX'],
] as const)(
  'one database of %s keeps all services in %s from reading or writing any',
  async (found, environment) => {
    await stamped(found);
    const settings = environment === 'PRODUCTION' ? productionSettings() : {};
    const belongs = `the database corridor_webhook_dispatcher belongs to ${found}: set ENVIRONMENT=${found}, or DATABASE_URL to a server for ${environment} alone`;
    for (const owner of [{}, { DATABASE_OWNER_URL: postgres.url }] as Record<string, string>[]) {
      const { exitCode, reasons } = await startOf({ ...settings, ...owner });
      expect([exitCode, reasons]).toEqual([1, [`Corridor could not start: ${belongs}`]]);
      expect(await databases()).toEqual([{ datname: 'corridor_webhook_dispatcher' }]);
    }
    await drop();
  },
);

test('one message lists everything that is missing, simulated, short, of a demo or of another environment', async () => {
  await stamped('SANDBOX');
  const { reasons } = await startOf({
    ENVIRONMENT: 'PRODUCTION',
    RATES: 'simulated',
    RAIL: 'simulated',
    COLLECTION_ACCOUNTS: 'simulated',
    CALLER_SECRET: 'c'.repeat(31),
    WEBHOOK_SECRET_KEY: 'w'.repeat(31),
    OPERATOR_KEY: 'o'.repeat(31),
    DEMO_STAFF_API_KEY: 'ok_sandbox_demo_administrator',
  });
  await drop();
  expect(reasons[0]).toMatch(/^Corridor could not start: \d+ things to change:$/);
  expect(reasons).toEqual(
    expect.arrayContaining([
      'RATES: a simulated rate source is refused in PRODUCTION',
      'RAIL: a simulated payment rail is refused in PRODUCTION',
      'COLLECTION_ACCOUNTS: a simulated source of collection accounts is refused in PRODUCTION',
      'CALLER_SECRET must have at least 32 bytes',
      expect.stringMatching(/^WEBHOOK_SECRET_KEY .*32/),
      'OPERATOR_KEY must have at least 32 bytes',
      'DEMO_STAFF_API_KEY: demo credentials are refused in PRODUCTION',
      expect.stringMatching(/^the database corridor_webhook_dispatcher belongs to SANDBOX: /),
    ]),
  );
});

test('the doctor lists what the start does, and changes nothing', async () => {
  await stamped('SANDBOX');
  const settings = {
    ENVIRONMENT: 'PRODUCTION',
    DATABASE_URL: postgres.url,
    DEMO_EMAIL: 'demo@corridor.example',
  };
  const { reasons } = await startOf(settings);
  const { code, isWell, findings } = await doctor(settings);
  const problems = findings.filter(({ status }) => status === 'problem').map(({ detail }) => detail);
  expect([code, isWell, problems]).toEqual([1, false, reasons.slice(1)]);
  await drop();
  const empty = await doctor({ ...productionSettings(), DATABASE_URL: postgres.url });
  expect([empty.code, empty.isWell]).toEqual([0, true]);
  expect(detailOf(empty, 'database ledger')).toBe('is created and stamped at the first start');
  expect(await databases()).toEqual([]);
});

test('a service of its own refuses the database of another environment, before it needs Kafka', async () => {
  await stamped('SANDBOX', 'corridor_ledger');
  const env = {
    ...{ ENVIRONMENT: 'PRODUCTION', CALLER_SECRET: 'c'.repeat(32), PORT: '0', METRICS_PORT: '0' },
    ...{ DATABASE_URL: postgres.url, KAFKA_BROKERS: '127.0.0.1:1' },
  };
  const { code, output } = await run(process.execPath, ['apps/ledger/dist/main.js'], { env }).then(
    () => ({ code: 0, output: '' }),
    ({ code: failed, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code: failed,
      output: stdout + stderr,
    }),
  );
  expect(code).toBe(1);
  expect(output).toContain('the database corridor_ledger belongs to SANDBOX: set ENVIRONMENT=SANDBOX');
  expect(output).not.toMatch(/kafka|ECONNREFUSED/i);
  expect(await databases()).toEqual([{ datname: 'corridor_ledger' }]);
  await drop('corridor_ledger');
});

test('the doctor of one service needs the settings of that service', async () => {
  const own = { CALLER_SECRET: 'c'.repeat(32), KAFKA_BROKERS: '127.0.0.1:1', DATABASE_URL: postgres.url };
  const { code, findings } = await doctor({ ENVIRONMENT: 'PRODUCTION', SERVICE: 'ledger', ...own });
  const problems = findings
    .filter(({ status }) => status === 'problem')
    .map(({ name, detail }) => [name, detail]);
  expect([code, problems]).toEqual([1, [['Kafka', expect.stringContaining('ECONNREFUSED')]]]);
});

test('a database into which a demo credential was copied is refused', async () => {
  const settings = productionSettings();
  const program = await Program.with({ ...settings, DATABASE_URL: postgres.url });
  await program.start();
  const running = await doctor({ ...settings, DATABASE_URL: postgres.url });
  expect(running.code).toBe(0);
  expect(detailOf(running, 'database ledger')).toBe('PRODUCTION, at the newest migration');
  expect(detailOf(running, 'rates')).toMatch(/^\d+ minutes old$/);
  expect(detailOf(running, 'clock')).toMatch(/^that of Postgres differs by 0/);
  await program.end('SIGTERM');
  const digest = createHash('sha256').update('ck_sandbox_demo_acme_trading').digest('hex');
  await query(
    'corridor_gateway',
    `INSERT INTO credential (digest, api_key_id, user_id) VALUES ('${digest}', 'ak_1', 'usr_1')`,
  );
  const { exitCode, output } = await program.run();
  await program.remove();
  expect([exitCode, output.trim()]).toEqual([
    1,
    'Corridor could not start: the database of the gateway has the demo credentials ck_sandbox_demo_acme_trading: PRODUCTION needs one that was not copied from a sandbox',
  ]);
});
