import { type Setting, address, requiredSetting, settingsOf } from '@corridor/platform';
import { addressVariable } from '@corridor/services';
import { type Destination, destinations } from './routes.js';

const addressOf = (service: Destination) =>
  requiredSetting(
    addressVariable(service),
    `distributed composition: where the gateway finds \`${service}\``,
    address('http', 'https'),
  );

/** The addresses of the other services, by their names. */
export const forwardingSettings = settingsOf(
  'forwarding',
  Object.fromEntries(destinations.map((one) => [one, addressOf(one)])) as Record<
    Destination,
    Setting<string>
  >,
);
