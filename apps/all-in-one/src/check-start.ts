import { once } from 'node:events';
import { createServer } from 'node:net';
import { forwardingSettings } from '@corridor/gateway';
import {
  CannotStart,
  InvalidSettings,
  type Variables,
  hostSetting,
  kafkaSettings,
  misspelledIn,
  ownerSettings,
  platformSettings,
  portSetting,
  valueOf,
} from '@corridor/platform';
import { services } from './modules.js';
import { type Start, obstaclesTo } from './obstacles.js';
import { allInOneSettings, demoSettings } from './settings.js';

const shared = [
  platformSettings,
  ownerSettings,
  demoSettings,
  ...services.flatMap(({ settings }) => settings),
];
const supplied = ['CALLER_SECRET', 'WEBHOOK_SECRET_KEY'];

export const ALL_IN_ONE: Start = { settings: [...shared, allInOneSettings], supplied };

export const DISTRIBUTED: Start = {
  settings: [...shared, kafkaSettings, forwardingSettings],
  supplied: [...supplied, 'KAFKA_BROKERS', ...forwardingSettings.declared.map(({ name }) => name)],
};

/**
 * Checks what can be known before anything is started: the settings, the databases, and that the port is free.
 * @returns warnings
 * @throws CannotStart with all reasons, or the error of a failed `listen`
 */
export async function checkStart(variables: Variables, start: Start): Promise<string[]> {
  const { settings, databases } = await obstaclesTo(start, variables);
  if (databases.length > 0) throw new CannotStart([...settings, ...databases]);
  if (settings.length > 0) throw new InvalidSettings(settings);
  const server = createServer();
  server.listen({ host: valueOf(hostSetting, variables), port: valueOf(portSetting, variables) });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  return misspelledIn(variables, start.settings);
}
