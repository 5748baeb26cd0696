import {
  auditHistory,
  clientReference,
  flag,
  id,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { relatedEntityTypes, relatedPrefixes, webhookEventTypes } from '../event-types.js';

const eventType = oneOf(...webhookEventTypes);
const relatedId = id(...relatedPrefixes);

const subscription = {
  id: id('whs'),
  client: clientReference,
  targetPlatform: nullable(text('A label.', 'Ledger')),
  targetUrl: textLike('https://hooks.northwind.example/corridor'),
  events: listOf(eventType),
  isActive: flag('False when paused or unsubscribed.'),
  unsubscribedOn: nullable(timestamp),
};

/** interface-spec 2.12 */
export const webhookSubscription = named('WebhookSubscription', { ...subscription, auditHistory });
export type WebhookSubscriptionResource = RecordOf<typeof webhookSubscription>;

/** The response of creating a subscription and of rotating its secret; the secret is in no other response. */
export const webhookSubscriptionWithSecret = named('WebhookSubscriptionWithSecret', {
  ...subscription,
  signingSecret: Type.String({
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    description: '`whsec_` and the base64 of 32 bytes, as in Standard Webhooks.',
    examples: [`whsec_${Buffer.alloc(32, 'shown once ').toString('base64')}`],
  }),
  auditHistory,
});

/** interface-spec 4.7: the response of pause, resume and unsubscribe. */
export const webhookSubscriptionState = named('WebhookSubscriptionState', {
  id: subscription.id,
  isActive: subscription.isActive,
  unsubscribedOn: subscription.unsubscribedOn,
});

/** interface-spec 2.13 */
export const webhookNotification = named('WebhookNotification', {
  id: id('whn'),
  subscription: part({ id: id('whs') }),
  eventType,
  payload: Type.Object(
    {
      id: Type.Optional(nullable(relatedId)),
      status: Type.Optional(nullable(textLike('SENT'))),
      message: Type.Optional(nullable(textLike('Hello'))),
    },
    { description: 'The record that the event is about, without bank details; `message` for a ping.' },
  ),
  targetUrl: text(
    'The URL of the subscription, or of the last attempt.',
    'https://hooks.northwind.example/corridor',
  ),
  createdOn: timestamp,
  sentOn: nullable(timestamp),
  attemptCount: integer('0 before the first attempt.'),
  lastError: nullable(textLike('The receiver responded with 503.')),
  lockedUntil: nullable(timestamp),
  relatedEntityId: nullable(relatedId),
  relatedEntityType: nullable(oneOf(...relatedEntityTypes)),
  clonedFromNotificationId: nullable(id('whn')),
});
export type WebhookNotificationResource = RecordOf<typeof webhookNotification>;

/** An extension: the outcome of one delivery attempt of a notification. */
export const webhookNotificationAttempt = named('WebhookNotificationAttempt', {
  id: id('wha'),
  notification: part({ id: id('whn') }),
  subscription: part({ id: id('whs') }),
  attemptNumber: integer('Begins with 1.'),
  targetUrl: text('The URL of this attempt.', 'https://hooks.northwind.example/corridor'),
  startedOn: timestamp,
  latencyMs: nullable(
    integer(
      'From the DNS lookup of the host to the end of the response; null if the attempt was interrupted.',
    ),
  ),
  outcome: oneOf('DELIVERED', 'FAILED', 'INTERRUPTED'),
  statusCode: nullable(integer('Status of the response, if there was one.')),
  failure: nullable(
    oneOf(
      'STATUS',
      'URL_NOT_ALLOWED',
      'ADDRESS_NOT_ALLOWED',
      'UNREACHABLE',
      'TLS',
      'TIMEOUT',
      'CONNECTION_CLOSED',
      'INVALID_RESPONSE',
      'RESPONSE_TOO_LARGE',
      'ABORTED',
      'INTERNAL',
      'UNKNOWN',
    ),
  ),
  error: nullable(text('The same message as `lastError`.', 'The receiver responded with 503.')),
  responseExcerpt: nullable(
    text(
      'The beginning of the response body, at most 1 kB, without control characters and secrets.',
      'Service Unavailable',
    ),
  ),
});

const logged = webhookNotificationAttempt.properties;
const shown = webhookNotification.properties;

/** An extension: a notification and what became of it, for whoever asks what happened to a record. */
export const webhookDelivery = named('WebhookDelivery', {
  notification: part({ id: shown.id }),
  subscription: shown.subscription,
  eventType: shown.eventType,
  relatedEntityId: shown.relatedEntityId,
  createdOn: shown.createdOn,
  sentOn: shown.sentOn,
  lockedUntil: shown.lockedUntil,
  clonedFromNotificationId: shown.clonedFromNotificationId,
  attempts: listOf(
    named('WebhookDeliveryAttempt', {
      id: logged.id,
      attemptNumber: logged.attemptNumber,
      startedOn: logged.startedOn,
      latencyMs: logged.latencyMs,
      outcome: logged.outcome,
      statusCode: logged.statusCode,
      error: logged.error,
      responseExcerpt: logged.responseExcerpt,
    }),
  ),
});
export type WebhookDeliveryResource = RecordOf<typeof webhookDelivery>;
