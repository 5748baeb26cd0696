export { openApiWebhooks } from './documentation/openapi-webhooks.js';
export { service } from './service.js';
export { WebhookDispatcherModule } from './webhook-dispatcher.module.js';
