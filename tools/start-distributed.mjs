/**
 * `npm run start:distributed`: six processes with Postgres, Kafka and Redis on this machine, the gateway on PORT
 * (8080).
 *
 * Guarantee: it installs, downloads and builds what is missing; Ctrl-C stops everything gracefully; if one process ends
 * by itself, the others are stopped too and the exit code is 1. Its data is stored in `.corridor/distributed`, in PRODUCTION in
 * `.corridor/distributed-production`.
 */
import { join } from 'node:path';
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';
import { demandFreePort } from './ports.mjs';
import { endWithNpm, onSignals } from './signals.mjs';

reportFailures('The distributed composition could not start');
endWithNpm();
await demandFreePort(process.env);
await install();
const { build } = await import('./build.mjs');
const { startDistributed } = await import('./distributed.mjs');
const { Unavailable } = await import('./servers/unavailable.mjs');
const { checkStart } = await import('./check-start.mjs');
await checkStart('distributed');
console.log('Building …');
await build();
console.log('Starting Postgres, Kafka, Redis and six services …');
const isProduction = process.env['ENVIRONMENT'] === 'PRODUCTION';
const starting = startDistributed({
  port: Number(process.env['PORT'] || 8080),
  folder: join(
    import.meta.dirname,
    '..',
    '.corridor',
    isProduction ? 'distributed-production' : 'distributed',
  ),
  output: (line, name) => console.log(name === 'seed' ? line : `${name.padEnd(18)} | ${line}`),
});

let ending = false;
const end = async (/** @type {number} */ exitCode) => {
  if (ending) return;
  ending = true;
  const system = await starting.catch(() => null); // a failed start has already stopped what it began
  await system?.stop();
  process.exit(exitCode);
};
onSignals(
  () => void end(0),
  () => process.exit(130),
);

const system = await starting.catch((/** @type {Error} */ error) => {
  if (!(error instanceof Unavailable)) throw error;
  console.error(`The distributed composition cannot run here: ${error.message}`);
  return process.exit(1);
});
const processes = Object.values(system.processes);
for (const { name, url, pid } of processes) console.log(`  ${name.padEnd(18)} ${url}  pid ${pid}`);
for (const [name, value] of Object.entries(system.servers.env)) console.log(`  ${name.padEnd(18)} ${value}`);
for (const { name, exitCode } of processes)
  void exitCode().then((code) => {
    if (!ending) console.error(`${name} ended with exit code ${code}`);
    return end(1);
  });
