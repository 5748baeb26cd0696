import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Composition, ServiceName } from '../../support/composition/composition.js';

/** One database is put back to an earlier point while the others go on, and `corridor dr` brings them together. */

const nameOf = (service: ServiceName) => `corridor_${service.replaceAll('-', '_')}`;

async function onServer({ databaseUrl }: Composition, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: new URL('/postgres', databaseUrl).href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Whatever is connected to a database that is copied or replaced. */
const ended = (name: string) =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;

/** Its service is stopped meanwhile. */
export async function backUp(composition: Composition, service: ServiceName): Promise<void> {
  const name = nameOf(service);
  await composition.stop(service);
  await onServer(
    composition,
    `DROP DATABASE IF EXISTS ${name}_backup`,
    ended(name),
    `CREATE DATABASE ${name}_backup TEMPLATE ${name}`,
  );
  await composition.restart(service);
}

/** Its service has to be stopped. */
export async function restore(composition: Composition, service: ServiceName): Promise<void> {
  const name = nameOf(service);
  await onServer(
    composition,
    `DROP DATABASE ${name} WITH (FORCE)`,
    `ALTER DATABASE ${name}_backup RENAME TO ${name}`,
  );
}

interface State {
  readonly service: ServiceName;
  readonly epoch: number;
  readonly isFenced: boolean;
  readonly lost: readonly { readonly streamId: string }[];
  readonly frozen: readonly string[];
  readonly foreign: number;
}

/** @param command `corridor dr status` @returns what it says of each database */
export async function dr(composition: Composition, command: string): Promise<Record<ServiceName, State>> {
  const [, ...args] = command.trim().split(/\s+/);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/cli/bin/corridor.mjs', ...args, '--json'],
    {
      env: {
        ...process.env,
        DATABASE_URL: composition.databaseUrl,
        KAFKA_BROKERS: composition.brokers.join(),
      },
    },
  );
  const [json = ''] = stdout.split('\nNothing was changed');
  const states = (JSON.parse(json) as State[]).map((one) => [one.service, one]);
  return Object.fromEntries(states) as Record<ServiceName, State>;
}
