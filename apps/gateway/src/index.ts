export { GatewayModule } from './gateway.module.js';
export { service } from './service.js';
