import { resolve } from 'node:path';
import type { Variables } from '@corridor/platform';
import { keptSecret } from './kept-secret.js';
import { allInOneSettings } from './settings.js';

/** The most connections of one process: those of six services for commands and searches, and of triggers. */
const CONNECTIONS = 100;

/** What this composition brings itself. */
export interface Supplied {
  /** With a Postgres, and secrets that it keeps beside its data. */
  readonly variables: Variables;
  /** Of the embedded Postgres; null if it has its own. */
  readonly postgresPid: number | null;
  stopPostgres(): Promise<void>;
}

/** @param processes that use Postgres */
export async function supplied(given: Variables, processes: number): Promise<Supplied> {
  const dataDir = resolve(allInOneSettings.read(given).dataDir);
  const postgres = given['DATABASE_URL'] ? null : await ownPostgres(dataDir, processes);
  const variables = {
    ...given,
    DATABASE_URL: postgres?.url ?? given['DATABASE_URL'],
    CALLER_SECRET: given['CALLER_SECRET'] || keptSecret(dataDir, 'caller-secret'),
    WEBHOOK_SECRET_KEY: given['WEBHOOK_SECRET_KEY'] || keptSecret(dataDir, 'webhook-secret-key'),
    REDIS_URL: '', // it is triggered through its Postgres
  };
  return { variables, postgresPid: postgres?.pid ?? null, stopPostgres: async () => postgres?.stop() };
}

/** Loaded only if needed, so that an installation with its own server can omit it. */
async function ownPostgres(dataDir: string, processes: number) {
  const { startPostgres } = await import('@corridor/embedded-postgres');
  return startPostgres({ dataDir, maxConnections: CONNECTIONS * Math.max(2, processes) });
}
