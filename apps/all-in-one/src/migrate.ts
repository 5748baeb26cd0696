import type { PlannedMigration } from '@corridor/platform';
import { exitBecause } from './exit-because.js';
import { plannedFor, prepareDatabases } from './prepare-databases.js';

const HELP = `Creates and migrates the databases of the services that the arguments name, or of all, as DATABASE_OWNER_URL, and gives
their users (DATABASE_URL) the rights that they need. Services can work meanwhile.

Usage: corridor migrate plan [service …]   what would be executed, and what makes commands wait; changes nothing
       corridor migrate up [service …]     executes it, line by line; a second run waits for the first one
`;

/** `corridor migrate`, and what prepares the databases before services start that cannot. */
const [command = 'up', ...names] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  if (command === '--help' || command === '-h') process.stdout.write(HELP);
  else if (command === 'plan')
    for (const [service, planned] of await plannedFor(process.env, names)) say(textOf(service, planned));
  else if (command === 'up') await prepareDatabases(process.env, names, say);
  else await prepareDatabases(process.env, [command, ...names], say);
} catch (error) {
  exitBecause(error);
}

function textOf(service: string, planned: readonly PlannedMigration[]): string {
  if (planned.length === 0) return `${service}: at the newest migration`;
  const migrations = planned.map(({ name, way, statements, unsafe }) => {
    const long = unsafe.map(({ statement, why }) => `  locks for long: ${statement.slice(0, 100)}: ${why}`);
    const texts = statements.map((statement) => `    ${statement.trim().replaceAll('\n', '\n    ')};`);
    return [`  ${name}, ${way}`, ...texts, ...(long.length > 0 ? long : ['  locks nothing for long'])].join(
      '\n',
    );
  });
  return [`${service}: ${planned.length} pending`, ...migrations].join('\n');
}
