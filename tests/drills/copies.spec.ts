import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ifAvailable } from '@corridor/tools/servers/unavailable.mjs';
import { bash } from '../support/bash.js';
import { codeBlock } from '../support/code-blocks.js';
import { Program } from '../support/program.js';
import { Business, SETTINGS } from './support/business.js';
import { debianPostgres, startDebianPostgres } from './support/debian-postgres.js';

/** docs/backup.md, executed: copies that are made while Corridor is stopped. */

const command = (containing: string) => codeBlock('docs/backup.md', 'sh', containing);

let folder: string;
let business: Business | undefined;
const programs: Program[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-copies-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
});
afterEach(async () => {
  await business?.close();
  for (const one of programs.splice(0)) await one.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function started(settings: Record<string, string>, dataDir?: string): Promise<Program> {
  const program = await Program.with({ ...SETTINGS, ...settings }, dataDir);
  programs.push(program);
  await program.start();
  return program;
}

/** What was acknowledged is there, what was due comes, and the client works on. */
async function expectToGoOn(due: string, program: Program, databaseUrl: string): Promise<void> {
  business?.goOnAt(program.url);
  await business?.hears(due);
  await business?.isAllThere(databaseUrl);
  await business?.work(6);
  await business?.isAllThere(databaseUrl);
}

test('the folder of a sandbox is copied, and a program elsewhere goes on with the copy', async () => {
  const program = await started({});
  business = await Business.begin(program.url);
  await business.work(8);
  const due = await business.leaveDue();
  await program.end('SIGTERM');
  const copy = join(folder, 'copy');
  await bash(command('cp -RL'), { DATA_DIR: program.dataDir, COPY: copy });
  await programs.pop()?.remove();

  const other = await started({}, copy);
  await expectToGoOn(due, other, other.postgresUrl);
});

const postgres = ifAvailable('dumps', debianPostgres);

(postgres === null ? test.skip : test)('dumps of all databases are restored on a new server', async () => {
  const path = `${postgres}:${process.env['PATH']}`;
  const lost = await startDebianPostgres(postgres ?? '');
  const program = await started({ DATABASE_URL: lost.url });
  business = await Business.begin(program.url);
  await business.work(8);
  const due = await business.leaveDue();
  await program.end('SIGTERM');
  await bash(command('pg_dump '), { DATABASE_URL: lost.url, PATH: path }, folder);
  lost.remove();

  const restored = await startDebianPostgres(postgres ?? '');
  try {
    await bash(command('pg_restore '), { DATABASE_URL: restored.url, PATH: path }, folder);
    await program.start({ DATABASE_URL: restored.url });
    await expectToGoOn(due, program, restored.url);
    await program.end('SIGTERM');
    const table =
      'pg_restore --clean --table=checkpoint --exit-on-error --dbname="$DATABASE_URL" ledger.dump';
    const ledger = { DATABASE_URL: `${restored.url}/corridor_ledger`, PATH: path };
    await expect(bash(table, ledger, folder)).rejects.toThrow(
      'view public.consumed depends on table public.checkpoint',
    );
  } finally {
    restored.remove();
  }
});
