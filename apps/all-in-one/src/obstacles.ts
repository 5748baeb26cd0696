import { service as gateway, storedDemoCredentials } from '@corridor/gateway';
import {
  type Settings,
  type Variables,
  databaseName,
  databasesOfOthers,
  directUrl,
  environmentOf,
  environmentSetting,
  errorsIn,
  ownerSettings,
  readDatabase,
  requireSessions,
  valueOf,
} from '@corridor/platform';
import { services } from './modules.js';

/** What `npm start` and `npm run start:distributed` read. */
export interface Start {
  readonly settings: readonly Settings[];
  /** Names of settings that it supplies if they are missing, beside a Postgres in the sandbox. */
  readonly supplied: readonly string[];
}

/** All reasons for which it would not start. */
export interface Obstacles {
  readonly settings: readonly string[];
  /** Databases that it must not open, or cannot. */
  readonly databases: readonly string[];
}

/** Looks at the settings and at the server of DATABASE_URL, and changes nothing. */
export async function obstaclesTo({ settings, supplied }: Start, variables: Variables): Promise<Obstacles> {
  return {
    settings: errorsIn(variables, settings, [...supplied, ...embedded(variables)]),
    databases: await databasesOf(variables),
  };
}

/** The embedded Postgres is for development and tests: it is not in the image and gets no security updates. */
const embedded = (variables: Variables) =>
  variables['ENVIRONMENT'] === 'PRODUCTION' ? [] : ['DATABASE_URL'];

async function databasesOf(variables: Variables): Promise<string[]> {
  if (ownerSettings.errors(variables).length > 0) return []; // they are among the errors of settings
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl } = ownerSettings.read(variables);
  const environment = valueOf(environmentSetting, variables);
  const serverUrl = directUrl(databaseOwnerUrl ?? databaseUrl, databaseDirectUrl);
  try {
    await requireSessions(serverUrl);
    return await databaseObstacles(serverUrl, environment);
  } catch (error) {
    return [(error as Error).message];
  }
}

/**
 * Reads the stamps of all databases, and only if they are those of the environment anything else.
 * @returns what to do
 * @throws Error if the server cannot be reached
 */
export async function databaseObstacles(serverUrl: string, environment: string): Promise<string[]> {
  const names = services.map(({ name }) => databaseName(name));
  const others = await databasesOfOthers(serverUrl, names, environment);
  if (others.length > 0 || environment !== 'PRODUCTION') return others;
  const identities = databaseName(gateway.name);
  if ((await environmentOf(serverUrl, identities)) === null) return [];
  const found = await readDatabase(serverUrl, identities, storedDemoCredentials);
  return found === null ? [] : [found];
}
