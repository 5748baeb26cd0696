import { resolve } from 'node:path';
import { type Variables, resetServiceUser } from '@corridor/platform';
import { keptSecret } from './kept-secret.js';
import { prepareDatabases } from './prepare-databases.js';
import { allInOneSettings } from './settings.js';

/** The most connections of one process: those of six services for commands and searches, and of triggers. */
const CONNECTIONS = 100;

/** What this composition brings itself. */
export interface Supplied {
  /** With a Postgres whose databases are ready if they have an owner, and secrets that it keeps beside its data. */
  readonly variables: Variables;
  stopPostgres(): Promise<void>;
}

interface PostgresUse {
  /** How many use it. */
  readonly processes: number;
  readonly onOutage: (what: string) => void;
}

export async function supplied(given: Variables, use: PostgresUse): Promise<Supplied> {
  const dataDir = resolve(allInOneSettings.read(given).dataDir);
  const postgres = given['DATABASE_URL'] ? null : await ownPostgres(dataDir, use);
  const servers = postgres ? { DATABASE_URL: postgres.serviceUrl, DATABASE_OWNER_URL: postgres.url } : {};
  const all: Variables = { ...given, ...servers };
  if (all['DATABASE_OWNER_URL']) await prepareDatabases(all);
  if (postgres) await resetServiceUser(postgres.url, postgres.serviceUrl);
  const variables = {
    ...all,
    DATABASE_OWNER_URL: '', // what starts now needs no more than the rights of services
    CALLER_SECRET: given['CALLER_SECRET'] || keptSecret(dataDir, 'caller-secret'),
    WEBHOOK_SECRET_KEY: given['WEBHOOK_SECRET_KEY'] || keptSecret(dataDir, 'webhook-secret-key'),
    REDIS_URL: '', // it is triggered through its Postgres
  };
  return { variables, stopPostgres: async () => postgres?.stop() };
}

/** Loaded only if needed, so that an installation with its own server can omit it. */
async function ownPostgres(dataDir: string, { processes, onOutage }: PostgresUse) {
  const { startPostgres } = await import('@corridor/embedded-postgres');
  const maxConnections = CONNECTIONS * Math.max(2, processes);
  return startPostgres({ dataDir, onOutage, maxConnections });
}
