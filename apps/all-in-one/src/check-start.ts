import { once } from 'node:events';
import { createServer } from 'node:net';
import { forwardingSettings } from '@corridor/gateway';
import {
  type Settings,
  type Variables,
  checkSettings,
  environmentSetting,
  hostSetting,
  kafkaSettings,
  ownerSettings,
  platformSettings,
  portSetting,
  valueOf,
} from '@corridor/platform';
import { services } from './modules.js';
import { allInOneSettings, demoSettings } from './settings.js';

/** What `npm start` and `npm run start:distributed` read. */
interface Composition {
  readonly settings: readonly Settings[];
  /** Names of settings that it supplies if they are missing, beside a Postgres in the sandbox. */
  readonly supplied: readonly string[];
}

const shared = [
  platformSettings,
  ownerSettings,
  demoSettings,
  ...services.flatMap(({ settings }) => settings),
];
const supplied = ['CALLER_SECRET', 'WEBHOOK_SECRET_KEY'];

export const ALL_IN_ONE: Composition = { settings: [...shared, allInOneSettings], supplied };

export const DISTRIBUTED: Composition = {
  settings: [...shared, kafkaSettings, forwardingSettings],
  supplied: [...supplied, 'KAFKA_BROKERS', ...forwardingSettings.declared.map(({ name }) => name)],
};

/**
 * Checks what can be known before anything is started: the settings, and that the port is free.
 * @returns warnings
 * @throws InvalidSettings, or the error of a failed `listen`
 */
export async function checkStart(
  variables: Variables,
  { settings, supplied }: Composition,
): Promise<string[]> {
  // The embedded Postgres is for development and tests: it is not in the image and gets no security updates.
  const postgres = valueOf(environmentSetting, variables) === 'PRODUCTION' ? [] : ['DATABASE_URL'];
  const warnings = checkSettings(variables, settings, [...supplied, ...postgres]);
  const server = createServer();
  server.listen({ host: valueOf(hostSetting, variables), port: valueOf(portSetting, variables) });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  return warnings;
}
