/** What a receiver gets, for the documents that describe it. */
export { bodyOf, payloadOf, relatedTypeOf } from './notification/payload.js';
export { service } from './service.js';
export { WebhookDispatcherModule } from './webhook-dispatcher.module.js';
