export { PaymentsModule } from './payments.module.js';
export { service } from './service.js';
