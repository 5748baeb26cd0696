import { CannotStart, type Variables, ownerSettings, prepareDatabase } from '@corridor/platform';
import { services } from './modules.js';
import { databaseObstacles } from './obstacles.js';

/**
 * Creates and migrates the databases of services as DATABASE_OWNER_URL, and gives the user of DATABASE_URL its rights.
 * @param names of the services; all without any
 */
export async function prepareDatabases(variables: Variables, names: readonly string[] = []): Promise<void> {
  const { environment, databaseUrl, databaseOwnerUrl } = ownerSettings.read(variables);
  if (databaseOwnerUrl === null) throw new Error('DATABASE_OWNER_URL must be set: the user who migrates');
  const unknown = names.filter((name) => !services.some((service) => service.name === name));
  if (unknown.length > 0) throw new Error(`there is no service ${unknown.join(', ')}`);
  const wanted = services.filter(({ name }) => names.length === 0 || names.includes(name));
  const others = await databaseObstacles(databaseOwnerUrl, environment);
  if (others.length > 0) throw new CannotStart(others);
  await Promise.all(
    wanted.map((service) => prepareDatabase(databaseOwnerUrl, databaseUrl, service, { environment })),
  );
}
