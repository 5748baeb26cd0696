/** `up` and `down` of tools/servers.mjs: a process in the background holds the servers and ends with them. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres } from '../embedded-postgres.mjs';
import { onSignals } from '../signals.mjs';
import { obtainServers, startServers } from './start-servers.mjs';

const folder = join(import.meta.dirname, '..', '..', '.corridor');
const state = join(folder, 'servers.json');
const log = join(folder, 'servers.log');

export async function up() {
  if (!(await holder())) await startHolder();
  for (const [name, value] of Object.entries(read().env)) console.log(`export ${name}=${value}`);
}

async function startHolder() {
  mkdirSync(folder, { recursive: true });
  const output = openSync(log, 'w');
  const servers = join(import.meta.dirname, '..', 'servers.mjs');
  const child = spawn(process.execPath, [servers, 'hold'], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  let isEnding = false;
  onSignals(
    () => (isEnding = child.kill('SIGTERM')),
    () => child.kill('SIGKILL'),
  );
  while (isEnding || !existsSync(state)) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded && isEnding) process.exit(130);
    if (hasEnded) throw new Error(`The servers did not start:\n${readFileSync(log, 'utf8')}`);
    await sleep(100);
  }
}

export async function down() {
  const pid = await holder();
  if (!pid) return console.log('Nothing is running.');
  process.kill(pid, 'SIGTERM');
  while (await holder()) await sleep(100);
}

export async function hold() {
  const { startOf } = await embeddedPostgres();
  await obtainServers(); // a SIGTERM until here ends the process at once
  const starting = startServers();
  process.once('SIGTERM', async () => {
    await starting.then(
      (servers) => servers.stop(),
      () => undefined, // a failed start has already stopped what it began
    );
    rmSync(state, { force: true });
    process.exit(0);
  });
  const about = { pid: process.pid, started: startOf(process.pid), env: (await starting).env };
  writeFileSync(`${state}.new`, JSON.stringify(about), { mode: 0o600 });
  renameSync(`${state}.new`, state);
  setInterval(() => undefined, 1 << 30);
}

/** @returns {{ pid: number, started: string, env: Record<string, string> }} */
const read = () => JSON.parse(readFileSync(state, 'utf8'));

/** The pid of the process that runs the servers; the entry of a killed one is ignored. */
async function holder() {
  if (!existsSync(state)) return undefined;
  const { startOf } = await embeddedPostgres();
  const { pid, started } = read();
  if (startOf(pid) === started) return pid;
  rmSync(state, { force: true });
  return undefined;
}
