import {
  type WebhookSubscriptionResource,
  contract,
  publishers,
} from '@corridor/webhook-dispatcher-contract';
import { APPENDS, READS, REMOVES, type Registration } from '@corridor/event-store';
import { clockTurns, defineService } from '@corridor/platform';
import { BULL_SCHEMA, migrateBull } from './delivery-trigger/bull-schema.js';
import { ClockTurnsOfWebhooks1700000076005 } from './migrations/1700000076005-clock-turns-of-webhooks.js';
import { CountedNotifications1700000030005 } from './migrations/1700000030005-counted-notifications.js';
import { DeliveryInBatches1700000040000 } from './migrations/1700000040000-delivery-in-batches.js';
import { NarrowDeliveries1700000050000 } from './migrations/1700000050000-narrow-deliveries.js';
import { RotatedKeys1700000051000 } from './migrations/1700000051000-rotated-keys.js';
import { Webhooks1700000009000 } from './migrations/1700000009000-webhooks.js';
import { SearchedWebhooks1700000012000 } from './migrations/1700000012000-searched-webhooks.js';
import { Delivery1700000013000 } from './migrations/1700000013000-delivery.js';
import { AttemptLog1700000014000 } from './migrations/1700000014000-attempt-log.js';
import { SecretKeys1700000015000 } from './migrations/1700000015000-secret-keys.js';
import { FailureScore1700000016000 } from './migrations/1700000016000-failure-score.js';
import { ListeningClients1700000017000 } from './migrations/1700000017000-listening-clients.js';
import { CountedChangesOfNotifications1700000033005 } from './migrations/1700000033005-counted-changes-of-notifications.js';
import { NotificationsOfAllClients1700000260005 } from './migrations/1700000260005-notifications-of-all-clients.js';
import { RequestsOfNotifications1700000760002 } from './migrations/1700000760002-requests-of-notifications.js';
import { ofListeningClients } from './notification/listening-clients.js';
import { projectNotification } from './notification/notification.js';
import { projectEndpoint, projectListening } from './subscription/endpoint.js';
import { type Subscription, type SubscriptionEvent, subscription } from './subscription/subscription.js';
import { subscriptionView } from './subscription/subscription.view.js';
import { webhookSettings } from './webhook-settings.js';

const subscriptions: Registration<Subscription, SubscriptionEvent, WebhookSubscriptionResource> = {
  aggregate: subscription,
  view: subscriptionView,
  projections: [projectEndpoint, projectListening, projectNotification],
};

export const service = defineService({
  contract,
  listensTo: [...publishers],
  migrations: [
    Webhooks1700000009000,
    SearchedWebhooks1700000012000,
    Delivery1700000013000,
    AttemptLog1700000014000,
    SecretKeys1700000015000,
    FailureScore1700000016000,
    ListeningClients1700000017000,
    CountedNotifications1700000030005,
    CountedChangesOfNotifications1700000033005,
    DeliveryInBatches1700000040000,
    NarrowDeliveries1700000050000,
    RotatedKeys1700000051000,
    ClockTurnsOfWebhooks1700000076005,
    NotificationsOfAllClients1700000260005,
    RequestsOfNotifications1700000760002,
  ],
  rights: {
    events: `${APPENDS}, UPDATE (seq, data)`, // a trigger accepts a new ciphertext of the same secret only
    delivery: REMOVES,
    delivery_attempt: REMOVES,
    webhook_notification: REMOVES,
    webhook_notification_count_change: REMOVES,
    clock_turn: REMOVES,
    [`${BULL_SCHEMA}.migration`]: READS,
  },
  schemas: { [BULL_SCHEMA]: migrateBull },
  registrations: [subscriptions, clockTurns],
  relevant: ofListeningClients,
  isFollower: true,
  isOnRealTime: true,
  settings: [webhookSettings],
  unfinished: [
    {
      kind: 'notification',
      from: `(SELECT n.id, n.client_id, 'DUE' AS status, n.created_on AS since, d.last_error AS reason
              FROM delivery AS d JOIN webhook_notification AS n ON n.id = d.notification_id WHERE d.due_on IS NOT NULL)`,
      waitsFor: { DUE: 'its next attempt: the receiver has not accepted it' },
    },
  ],
});
