export { ConversionsModule } from './conversions.module.js';
export { service } from './service.js';
