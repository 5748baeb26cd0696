/**
 * The servers of the distributed composition, for development and tests: Postgres, Kafka, Redis. On the command line:
 *
 *   node tools/servers.mjs up      starts them in the background and prints their addresses as environment variables
 *   node tools/servers.mjs down    ends them
 */
import { reportFailures } from './failures.mjs';
import { install } from './install.mjs';
import { endWithNpm } from './signals.mjs';

const command = process.argv[2];
if (command === 'up' || command === 'down' || command === 'hold') {
  reportFailures('The servers could not start');
  if (command !== 'hold') endWithNpm();
  await install();
  const commands = await import('./servers/command-line.mjs');
  await commands[command]();
} else {
  console.error('Usage: node tools/servers.mjs up | down');
  process.exitCode = 2;
}
