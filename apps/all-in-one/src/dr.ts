import { parseArgs } from 'node:util';
import { emptyTopicOf } from '@corridor/messaging';
import { Recovery, directUrl, kafkaSettings, ownerSettings } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import { services } from './modules.js';
import { report } from './recovery/report.js';

const HELP = `Brings all databases to one story after one of them was restored to an earlier point. It needs the databases only:
DATABASE_OWNER_URL or DATABASE_URL, and KAFKA_BROKERS in the distributed composition.

Usage: corridor dr status                        what each database has lost, and which streams wait for staff
       corridor dr fence                         nothing is accepted, published or handled until dr resume
       corridor dr resume [--apply]              begins a new epoch where events are lost, and ends the fence
       corridor dr release <service> <stream>    lets a frozen stream change again

Options: --json, --database-url <url>

Without --apply, dr resume says what it would do.
`;

/** `corridor dr`: its report is all that it says. */
Logger.overrideLogger(false);
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`corridor dr: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      apply: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      'database-url': { type: 'string' },
    },
  });
  const [command, service, streamId] = positionals;
  if (values.help || !command) {
    process.stdout.write(HELP);
    return command || values.help ? 0 : 2;
  }
  const recovery = await Recovery.open(values['database-url'] ?? serverUrl(), services);
  try {
    if (command === 'fence') await recovery.fence();
    else if (command === 'resume' && values.apply) await recovery.resume(emptyTopic());
    else if (command === 'release' && service && streamId) await recovery.release(service, streamId);
    else if (command !== 'status' && command !== 'resume') throw new Error(`there is no command ${command}`);
    const states = await recovery.status();
    process.stdout.write(values.json ? `${JSON.stringify(states, null, 2)}\n` : report(states));
    if (command === 'resume' && !values.apply)
      process.stdout.write('Nothing was changed: repeat it with --apply.\n');
    return 0;
  } finally {
    await recovery.close();
  }
}

function serverUrl(): string {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl } = ownerSettings.read(process.env);
  return directUrl(databaseOwnerUrl ?? databaseUrl, databaseDirectUrl);
}

/** Undefined in the all-in-one composition, in which the logs are the topics. */
function emptyTopic(): ((service: string) => Promise<void>) | undefined {
  if (!process.env['KAFKA_BROKERS']) return undefined;
  const settings = {
    ...kafkaSettings.read(process.env),
    prefix: process.env['TOPIC_PREFIX'] ?? 'corridor',
    services: services.map(({ name }) => name),
  };
  return (service) => emptyTopicOf(settings, service);
}
