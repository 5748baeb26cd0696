import { emptyTopicOf } from '@corridor/messaging';
import { Recovery, directUrl, kafkaSettings, ownerSettings } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import { services } from './modules.js';
import { type RecoveryCommand, commandIn } from './recovery/command.js';
import { report } from './recovery/report.js';

const HELP = `Brings all databases to one story after one of them was restored to an earlier point. It needs the databases only:
DATABASE_OWNER_URL or DATABASE_URL, and KAFKA_BROKERS in the distributed composition.

Usage: corridor dr status                        what each database has lost, and which streams wait for staff
       corridor dr fence                         nothing is accepted, published or handled until dr resume
       corridor dr resume [--apply]              begins a new epoch where events are lost, and ends the fence
       corridor dr release <service> <stream>    lets a frozen stream change again

Options: --json, --database-url <url>

Without --apply, dr resume says what it would do. The exit code is 0 if the command is done, 1 if it failed, 2 if it is not understood.
`;

/** `corridor dr`: its report is all that it says. */
Logger.overrideLogger(false);
process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  let command: RecoveryCommand | null;
  try {
    command = commandIn(args);
  } catch (error) {
    return failure(error, 2);
  }
  if (command === null) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    await execute(command);
    return 0;
  } catch (error) {
    return failure(error, 1);
  }
}

function failure(error: unknown, code: number): number {
  process.stderr.write(`corridor dr: ${(error as Error).message}\n`);
  return code;
}

async function execute({ name, ids, apply, json, databaseUrl }: RecoveryCommand): Promise<void> {
  const [service = '', streamId = ''] = ids;
  const recovery = await Recovery.open(databaseUrl ?? serverUrl(), services);
  try {
    if (name === 'fence') await recovery.fence();
    else if (name === 'resume' && apply) await recovery.resume(emptyTopic());
    else if (name === 'release') await recovery.release(service, streamId);
    const states = await recovery.status();
    process.stdout.write(json ? `${JSON.stringify(states, null, 2)}\n` : report(states));
    if (name === 'resume' && !apply) process.stdout.write('Nothing was changed: repeat it with --apply.\n');
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
