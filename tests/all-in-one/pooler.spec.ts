import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { obtainPgBouncer, startPgBouncer } from '@corridor/tools/servers/pgbouncer.mjs';
import { ifAvailable } from '@corridor/tools/servers/unavailable.mjs';
import { Api } from '../support/api.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';
import { fundedClient } from '../support/system.js';

/** The program behind a PgBouncer in transaction mode, which has one connection to Postgres for each database and user. */

const installed = ifAvailable('PgBouncer', obtainPgBouncer);
const test_ = installed === null ? test.skip : test;

let folder: string;
let postgres: EmbeddedPostgres;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let program: Program;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-pooler-'));
  chmodSync(folder, 0o755);
  postgres = await startPostgres({ dataDir: folder });
  if (installed === null) return;
  pooler = await startPgBouncer(installed, postgres.url, { servers: 1, users: [postgres.serviceUrl] });
});
afterAll(async () => {
  await program?.remove();
  await pooler?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The address of PgBouncer with the user of another address. */
function pooled(address: string): string {
  const url = new URL(pooler.url);
  ({ username: url.username, password: url.password } = new URL(address));
  return url.href;
}

test_('instructions are sent and searched at once, by users of which none owns the tables', async () => {
  const { host } = new URL(postgres.url);
  program = await Program.with({
    DATABASE_URL: pooled(postgres.serviceUrl),
    DATABASE_OWNER_URL: pooled(postgres.url),
    DATABASE_DIRECT_URL: `postgres://${host}`,
    DATABASE_PREPARED_STATEMENTS: 'false',
    RATE_LIMIT_PER_SECOND: '1000',
    RATE_LIMIT_BURST: '1000',
  });
  await program.start();
  const staff = new Api(program.url, DEMO_STAFF);
  const { api, beneficiaryId } = await fundedClient({ GBP: 1_000_000 }, staff);
  const sent = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');
      const { body } = await api.get(`/v1/payment-instructions?q=${encodeURIComponent(`id == "${id}"`)}`);
      return body.data[0].status as string;
    }),
  );
  expect(new Set(sent)).toEqual(new Set(['SENT']));
  const { data } = (await (await fetch(`${program.url}/health/ready`)).json()) as {
    readonly data: { readonly details: Readonly<Record<string, { readonly status: string }>> };
  };
  const statuses = Object.entries(data.details).filter(([name]) => / (database|relay|messages)$/.test(name));
  expect(statuses).toHaveLength(18);
  expect(statuses.filter(([, { status }]) => status !== 'up')).toEqual([]);
  expect(program.output).not.toContain('will retry');
});
