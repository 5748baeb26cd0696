import { defineContract, type ValuesOf } from '@corridor/contracts';
import { collections } from './collections.js';
import { problems } from './problems.js';

const prefixes = { webhookSubscription: 'whs', webhookNotification: 'whn', webhookAttempt: 'wha' } as const;

declare module '@corridor/kernel' {
  interface IdPrefixes extends ValuesOf<typeof prefixes> {}
}

export const contract = defineContract({
  service: 'webhook-dispatcher',
  owns: 'webhook subscriptions, notifications and their delivery',
  prefixes,
  permissions: [
    'webhook-notifications:read',
    'webhook-notifications:write',
    'webhook-subscriptions:read',
    'webhook-subscriptions:write',
  ],
  problems,
  routes: [
    '/v1/webhook-subscriptions',
    '/v1/webhook-notifications',
    '/v1/webhook-deliveries',
    '/operator/v1/webhook-deliveries',
    '/v1/reference-data/webhook-subscriptions',
  ],
  messages: {},
  collections,
});

export * from './event-types.js';
export { type ToldEvent, bodyOf, payloadOf, relatedTypeOf } from './payload.js';
export type * from './records/index.js';
/** The same records as JSON Schema: `schemas.…`. */
export * as schemas from './records/index.js';
