import {
  CannotStart,
  type PlannedMigration,
  type Variables,
  awaitServer,
  directUrl,
  ownerSettings,
  plannedMigrations,
  prepareDatabase,
} from '@corridor/platform';
import { services } from './modules.js';
import { databaseObstacles } from './obstacles.js';
import { serviceUserSettings } from './settings.js';

/**
 * Creates and migrates the databases of services as DATABASE_OWNER_URL, and gives their users the rights that these need: the user of
 * DATABASE_URL, or one for each service.
 * @param names of the services; all without any
 * @param onProgress called with a line about a migration that is executed, and about a Postgres that is awaited
 */
export async function prepareDatabases(
  variables: Variables,
  names: readonly string[] = [],
  onProgress: (line: string) => void = () => undefined,
): Promise<void> {
  const { environment, serverUrl, hasOwner, userOf } = read(variables);
  if (!hasOwner) throw new Error('DATABASE_OWNER_URL must be set: the user who migrates');
  const wanted = servicesNamed(names);
  await awaitServer(serverUrl, { onWaiting: onProgress });
  const others = await databaseObstacles(serverUrl, environment);
  if (others.length > 0) throw new CannotStart(others);
  await Promise.all(
    wanted.map((service) =>
      prepareDatabase(serverUrl, userOf(service.name), service, {
        environment,
        onProgress: (line) => onProgress(`${service.name}: ${line}`),
      }),
    ),
  );
}

/** The migrations that {@link prepareDatabases} would execute, or the services where they have no owner, by service. Reads only. */
export async function plannedFor(
  variables: Variables,
  names: readonly string[] = [],
): Promise<ReadonlyMap<string, readonly PlannedMigration[]>> {
  const { serverUrl } = read(variables);
  const planned = servicesNamed(names).map(
    async (service) => [service.name, await plannedMigrations(serverUrl, service)] as const,
  );
  return new Map(await Promise.all(planned));
}

function read(variables: Variables) {
  const users = serviceUserSettings.read(variables);
  // Nobody needs it where each service has a user of its own.
  const [anybody = ''] = Object.values(users).filter((url) => url !== null);
  const { environment, databaseUrl, databaseDirectUrl, databaseOwnerUrl } = ownerSettings.read({
    ...variables,
    DATABASE_URL: variables['DATABASE_URL'] || anybody,
  });
  return {
    environment,
    serverUrl: directUrl(databaseOwnerUrl ?? databaseUrl, databaseDirectUrl),
    hasOwner: databaseOwnerUrl !== null,
    userOf: (service: string) => users[service] ?? databaseUrl,
  };
}

function servicesNamed(names: readonly string[]) {
  const unknown = names.filter((name) => !services.some((service) => service.name === name));
  if (unknown.length > 0) throw new Error(`there is no service ${unknown.join(', ')}`);
  return services.filter(({ name }) => names.length === 0 || names.includes(name));
}
