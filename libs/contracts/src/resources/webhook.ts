import { Type } from 'typebox';
import { webhookEventTypes } from '../messages.js';
import {
  flag,
  id,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  text,
  timestamp,
  type RecordOf,
} from '../schema.js';
import { auditHistory, clientReference } from './parts.js';

const eventType = oneOf(...webhookEventTypes);
const relatedId = id('pmt', 'pi', 'con', 'if', 'txn');

const subscription = {
  id: id('whs'),
  client: clientReference,
  targetPlatform: nullable(text('A label.')),
  targetUrl: text(),
  events: listOf(eventType),
  isActive: flag('False when paused or unsubscribed.'),
  unsubscribedOn: nullable(timestamp),
};

/** interface-spec 2.12 */
export const webhookSubscription = named('WebhookSubscription', { ...subscription, auditHistory });
export type WebhookSubscriptionResource = RecordOf<typeof webhookSubscription>;

/** What creating a subscription and rotating its secret answer; nothing else shows the secret. */
export const webhookSubscriptionWithSecret = named('WebhookSubscriptionWithSecret', {
  ...subscription,
  signingSecret: Type.String({
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    description: '`whsec_` and the base64 of 32 bytes, as Standard Webhooks has it.',
  }),
  auditHistory,
});
export type WebhookSubscriptionWithSecret = RecordOf<typeof webhookSubscriptionWithSecret>;

/** interface-spec 4.7: what pause, resume and unsubscribe answer. */
export const webhookSubscriptionState = named('WebhookSubscriptionState', {
  id: subscription.id,
  isActive: subscription.isActive,
  unsubscribedOn: subscription.unsubscribedOn,
});
export type WebhookSubscriptionState = RecordOf<typeof webhookSubscriptionState>;

/** interface-spec 2.13 */
export const webhookNotification = named('WebhookNotification', {
  id: id('whn'),
  subscription: part({ id: id('whs') }),
  eventType,
  payload: Type.Object(
    {
      id: Type.Optional(nullable(relatedId)),
      status: Type.Optional(nullable(text())),
      message: Type.Optional(nullable(text())),
    },
    { description: 'The record that the event is about, without bank details; `message` for a ping.' },
  ),
  targetUrl: text('Where it goes to, and after an attempt where that went.'),
  createdOn: timestamp,
  sentOn: nullable(timestamp),
  attemptCount: integer('0 before any attempt.'),
  lastError: nullable(text()),
  lockedUntil: nullable(timestamp),
  relatedEntityId: nullable(relatedId),
  relatedEntityType: nullable(
    oneOf('Payment', 'PaymentInstruction', 'Conversion', 'InboundFunds', 'Transaction'),
  ),
  clonedFromNotificationId: nullable(id('whn')),
});
export type WebhookNotificationResource = RecordOf<typeof webhookNotification>;
