import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { Database } from '@corridor/event-store';
import { ResponseCipher } from '@corridor/http';
import { Clock, type Environment } from '@corridor/kernel';
import {
  Ids,
  type PlatformSettings,
  RunningService,
  Runs,
  ServiceModule,
  followsTestClocks,
  platformSettings,
} from '@corridor/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AttemptRecords, AttemptSearches } from './attempt-log/attempt-log.js';
import {
  DeliveryController,
  OperatorDeliveryController,
  SubscriptionDeliveryController,
} from './attempt-log/delivery.controller.js';
import { DeliveryReports } from './attempt-log/delivery-reports.js';
import { Deliveries } from './delivery/deliveries.js';
import { DeliveryMetrics } from './delivery/delivery-metrics.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { DueRetries } from './delivery/due-retries.js';
import { HttpSender, Sender } from './delivery/sender.js';
import { deliveryTrigger } from './delivery-trigger/bull-connections.js';
import { DeliveryTrigger } from './delivery-trigger/delivery-trigger.js';
import { RedisHealth } from './delivery-trigger/redis-health.js';
import { EventTypeController } from './subscription/event-type.controller.js';
import {
  NotificationController,
  NotificationRecords,
  NotificationSearches,
  SubscriptionNotificationSearches,
} from './notification/notification.controller.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { EncryptedSecrets } from './secrets/encrypted-secrets.js';
import { KeyRing } from './secrets/key-ring.js';
import {
  SubscriptionController,
  SubscriptionRecords,
  SubscriptionSearches,
} from './subscription/subscription.controller.js';
import { WebhookRetention } from './webhook-retention.js';
import { type WebhookSettings, urlPolicyOf, webhookSettings } from './webhook-settings.js';

/** Identifies dispatchers in the attempt log. */
const processName = () => `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;

/** Webhook event types, subscriptions, notifications and their delivery. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    EventTypeController,
    SubscriptionController,
    SubscriptionSearches,
    SubscriptionRecords,
    NotificationController,
    NotificationSearches,
    NotificationRecords,
    SubscriptionNotificationSearches,
    AttemptSearches,
    AttemptRecords,
    DeliveryController,
    OperatorDeliveryController,
    SubscriptionDeliveryController,
    Reactions,
  ],
  providers: [
    DeliveryReports,
    DeliveryMetrics,
    Dispatcher,
    WebhookRetention,
    EncryptedSecrets,
    {
      provide: 'secrets of webhooks',
      useFactory: (runs: Runs, secrets: EncryptedSecrets) => runs.addSecrets(secrets),
      inject: [Runs, EncryptedSecrets],
    },
    RedisHealth,
    {
      provide: DeliveryTrigger,
      useFactory: (settings: PlatformSettings, { db }: RunningService) =>
        deliveryTrigger(settings, service.name, db.reachability),
      inject: [platformSettings.KEY, RunningService],
    },
    {
      provide: KeyRing,
      useFactory: ({ keys }: WebhookSettings) => keys,
      inject: [webhookSettings.KEY],
    },
    { provide: ResponseCipher, useExisting: KeyRing },
    {
      provide: Deliveries,
      useFactory: (database: Database, ids: Ids) =>
        new Deliveries(database, () => ids.next('wha'), processName()),
      inject: [Database, Ids],
    },
    {
      provide: Sender,
      useFactory: (platform: PlatformSettings, webhooks: WebhookSettings, clock: Clock) =>
        new HttpSender({
          ...urlPolicyOf(platform, webhooks),
          deadlineMs: webhooks.deadlineMs,
          kept: webhooks.subscriptionConcurrency,
          clock,
        }),
      inject: [platformSettings.KEY, webhookSettings.KEY, Clock],
    },
  ],
})
export class WebhookDispatcherModule {
  /** In the SANDBOX with the test clocks of clients; without them if the class itself is imported. */
  static in(environment: Environment): DynamicModule {
    const clocks = environment === 'PRODUCTION' ? {} : followsTestClocks('webhook-dispatcher', DueRetries);
    return { module: WebhookDispatcherModule, ...clocks };
  }
}
