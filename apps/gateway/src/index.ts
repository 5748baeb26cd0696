export { ForwardingModule } from './forwarding/forwarding.module.js';
export { forwardingSettings } from './forwarding/forwarding-settings.js';
export { DEMO, SECOND, storedDemoCredentials } from './demo-credentials.js';
export { entryOf, gatewaySettings } from './gateway-settings.js';
export { GatewayModule } from './gateway.module.js';
export { roleNames, roles, staffPermissions } from '@corridor/gateway-contract';
export { isEmail } from './operator/is-email.js';
export { PASSWORD_LENGTH } from './token/password.js';
export { service } from './service.js';
