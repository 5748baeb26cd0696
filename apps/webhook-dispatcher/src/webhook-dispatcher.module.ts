import { Database } from '@corridor/event-store';
import { ResponseCipher } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { Config, ServiceModule } from '@corridor/platform';
import { Module } from '@nestjs/common';
import { breaker } from './delivery/breaker.js';
import { Deliveries } from './delivery/deliveries.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { EventTypeController } from './event-types/event-type.controller.js';
import {
  NotificationController,
  NotificationSearches,
  SubscriptionNotificationSearches,
} from './notification/notification.controller.js';
import { Reactions } from './reactions.js';
import { HttpSender } from './sender/http-sender.js';
import { Sender } from './sender/sender.js';
import { service } from './service.js';
import { Vault } from './subscription/secret.js';
import { SubscriptionController, SubscriptionSearches } from './subscription/subscription.controller.js';
import { wakeUpOf } from './wake-up/wake-up-of.js';
import { WakeUp } from './wake-up/wake-up.js';
import { WebhookSettings } from './webhook-settings.js';

/** Webhook event types, subscriptions, notifications and their delivery. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    EventTypeController,
    SubscriptionController,
    SubscriptionSearches,
    NotificationController,
    NotificationSearches,
    SubscriptionNotificationSearches,
    Reactions,
  ],
  providers: [
    WebhookSettings,
    Dispatcher,
    { provide: WakeUp, useFactory: wakeUpOf, inject: [Config] },
    {
      provide: Vault,
      useFactory: ({ secretKey }: WebhookSettings) => new Vault(secretKey),
      inject: [WebhookSettings],
    },
    { provide: ResponseCipher, useExisting: Vault },
    {
      provide: Deliveries,
      useFactory: (database: Database) => new Deliveries(database, breaker),
      inject: [Database],
    },
    {
      provide: Sender,
      useFactory: (settings: WebhookSettings, clock: Clock) => new HttpSender({ ...settings, clock }),
      inject: [WebhookSettings, Clock],
    },
  ],
})
export class WebhookDispatcherModule {}
