/** Its ports, for programs that bring their own, and the adapters that these are compared with. */
export { postgresTrigger } from './delivery-trigger/bull-connections.js';
export { DeliveryTrigger, type DueSubscription, type OnDue } from './delivery-trigger/delivery-trigger.js';
export { HttpSender, type SendOutcome, type SendRequest, Sender } from './delivery/sender.js';
export { service } from './service.js';
export { WebhookDispatcherModule } from './webhook-dispatcher.module.js';
