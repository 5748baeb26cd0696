import { platformSettings, runProcess } from '@corridor/platform';
import { ForwardingModule } from './forwarding/forwarding.module.js';
import { forwardingSettings } from './forwarding/forwarding-settings.js';
import { entryOf, gatewaySettings } from './gateway-settings.js';
import { GatewayModule } from './gateway.module.js';
import { service } from './service.js';

await runProcess(service.name, [...service.settings, forwardingSettings], (variables) => ({
  modules: [GatewayModule.in(platformSettings.read(variables).environment), ForwardingModule],
  ...entryOf(gatewaySettings.read(variables)),
}));
