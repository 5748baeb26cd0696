import { entryOf, gatewaySettings } from '@corridor/gateway';
import { EmbeddedCarrier, type EventCarrier } from '@corridor/messaging';
import { type Composition, type PinoLogger, type Variables, platformSettings } from '@corridor/platform';
import { modulesIn, services } from './modules.js';

/** All services, on a carrier. */
export const compositionOf = (
  variables: Variables,
  logger: PinoLogger,
  carrier: EventCarrier,
): Composition => ({
  variables,
  settings: services.flatMap(({ settings }) => settings),
  logger,
  carrier,
  modules: modulesIn(platformSettings.read(variables).environment),
  ...entryOf(gatewaySettings.read(variables)),
});

export const embeddedCarrier = (logger: PinoLogger): EmbeddedCarrier =>
  new EmbeddedCarrier((err) => logger.pino.error({ err }, 'carrier: will retry'));
