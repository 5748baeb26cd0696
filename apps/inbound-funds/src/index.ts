export { InboundFundsModule } from './inbound-funds.module.js';
export { service } from './service.js';
