export { forwardingSettings } from './forwarding/forwarding-settings.js';
export { gatewaySettings, rateLimitOf } from './gateway-settings.js';
export { GatewayModule } from './gateway.module.js';
export { service } from './service.js';
