export { service } from './service.js';
export { WebhookDispatcherModule } from './webhook-dispatcher.module.js';
