/** Its ports, for programs that bring their own. */
export { DeliveryTrigger, type DueSubscription, type OnDue } from './delivery-trigger/delivery-trigger.js';
export { type SendOutcome, type SendRequest, Sender } from './delivery/sender.js';
/** What a receiver gets, for the documents that describe it. */
export { bodyOf, payloadOf, relatedTypeOf } from './notification/payload.js';
export { service } from './service.js';
export { WebhookDispatcherModule } from './webhook-dispatcher.module.js';
