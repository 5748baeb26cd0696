/**
 * Postgres's own load generator as a yardstick: how often the same server can post one transfer, in one call and one
 * commit, with nothing around it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cached } from '@corridor/tools/servers/cache-folder.mjs';
import { findProgram } from '@corridor/tools/servers/debian.mjs';
import { Unavailable } from '@corridor/tools/servers/unavailable.mjs';

/** Debian does not put it on the PATH; its package starts a server when it is installed, so it is only unpacked. */
function obtainPgbench() {
  const found = findProgram('pgbench') ?? below('/usr/lib/postgresql');
  if (found) return found;
  const folder = cached('pgbench', (unfinished) => {
    const script = `apt-get download libpq5 "$(apt-cache pkgnames postgresql- | grep -xE 'postgresql-[0-9]+' | sort -V | tail -1)" &&
      for package in *.deb; do dpkg -x "$package" .; done`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: unfinished, encoding: 'utf8' });
    if (status !== 0) throw new Unavailable(`pgbench is not installed and cannot be downloaded: ${stderr}`);
  });
  return /** @type {string} */ (below(join(folder, 'usr/lib/postgresql')));
}

/** @param {string} folder with a folder for each version */
const below = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((version) => join(folder, version, 'bin', 'pgbench'))
        .filter((file) => existsSync(file))
        .at(-1)
    : undefined;

/**
 * Two ways to post, in the database `yardstick`:
 * - `post`: two balances and two entries;
 * - `pgledger`: a ledger in SQL alone, after the design of pgledger: accounts with a version, a transfer, and entries with
 *   the balances before and after.
 */
const SCHEMA = `
CREATE TABLE account (id int PRIMARY KEY, balance numeric NOT NULL DEFAULT 0, version bigint NOT NULL DEFAULT 0,
  updated_on timestamptz NOT NULL DEFAULT now());
INSERT INTO account SELECT n, 1000000 FROM generate_series(0, 64) n;
CREATE TABLE transfer (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), from_account int NOT NULL, to_account int NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0), created_on timestamptz NOT NULL DEFAULT now());
CREATE TABLE entry (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), transfer_id uuid NOT NULL, account_id int NOT NULL,
  amount numeric NOT NULL, previous numeric, current numeric, account_version bigint, created_on timestamptz NOT NULL DEFAULT now());
CREATE INDEX ON entry (account_id);
CREATE INDEX ON entry (transfer_id);
CREATE FUNCTION post(account int, amount numeric) RETURNS uuid LANGUAGE sql AS $$
  WITH posted AS (INSERT INTO transfer (from_account, to_account, amount) VALUES (0, $1, $2) RETURNING id),
       moved AS (UPDATE account SET balance = balance + $2 WHERE id = $1),
       written AS (INSERT INTO entry (transfer_id, account_id, amount)
         SELECT id, account_id, change FROM posted, (VALUES (0, -$2), ($1, $2)) AS leg (account_id, change))
  SELECT id FROM posted $$;
CREATE FUNCTION pgledger(source int, target int, amount numeric) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE transfer_id uuid; one account; change numeric;
BEGIN
  PERFORM FROM account WHERE id IN (source, target) ORDER BY id FOR UPDATE;
  INSERT INTO transfer (from_account, to_account, amount) VALUES (source, target, amount) RETURNING id INTO transfer_id;
  FOR one IN SELECT * FROM account WHERE id IN (source, target) LOOP
    change := CASE one.id WHEN source THEN -amount ELSE amount END;
    UPDATE account SET balance = balance + change, version = version + 1, updated_on = now() WHERE id = one.id;
    INSERT INTO entry (transfer_id, account_id, amount, previous, current, account_version)
      VALUES (transfer_id, one.id, change, one.balance, one.balance + change, one.version + 1);
  END LOOP;
  RETURN transfer_id;
END $$;`;

/** What a client of pgbench executes again and again. */
const SCRIPTS = {
  'one-call posting': '\\set account random(1, 64)\nSELECT post(:account, 1);\n',
  'one-call posting, one row': 'SELECT post(1, 1);\n',
  pgledger:
    '\\set source random(1, 32)\n\\set target random(33, 64)\nSELECT pgledger(:source, :target, 1);\n',
};

/**
 * @param {string} serverUrl
 * @param {number} atOnce
 * @returns the yardsticks by name
 */
export async function pgbench(serverUrl, atOnce) {
  const program = obtainPgbench();
  const url = `${serverUrl}/yardstick`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
  const folder = mkdtempSync(join(tmpdir(), 'corridor-pgbench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const side = (/** @type {keyof typeof SCRIPTS} */ name) => {
    const file = join(folder, `${name}.sql`);
    writeFileSync(file, SCRIPTS[name]);
    const args = ['-n', '-M', 'prepared', '-c', String(atOnce), '-j', '1', '-f', file];
    /** A short round has a number of transactions: a busy machine may begin none of them in its second. */
    const lengthOf = (/** @type {number} */ seconds) =>
      seconds < 3 ? ['-t', '10'] : ['-T', String(seconds)];
    return {
      name: `pgbench: ${name}`,
      round: (/** @type {number} */ seconds) => run(program, [...args, ...lengthOf(seconds), url]),
    };
  };
  return {
    posting: side('one-call posting'),
    hotRow: side('one-call posting, one row'),
    pgledger: side('pgledger'),
  };
}

/** @param {string} program @param {string[]} args */
async function run(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  await once(child, 'close');
  const [, rate] = /tps = ([\d.]+)/.exec(output) ?? [];
  if (!rate) throw new Error(`pgbench has failed:\n${output}`);
  return { rate: Number(rate) };
}
