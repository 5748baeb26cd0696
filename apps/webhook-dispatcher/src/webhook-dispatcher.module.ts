import { ServiceModule } from '@corridor/platform';
import { Module } from '@nestjs/common';
import { EventTypeController } from './event-types/event-type.controller.js';
import { service } from './service.js';

/** Webhook event types; subscriptions, notifications and their delivery belong here. */
@Module({ imports: [ServiceModule.for(service)], controllers: [EventTypeController] })
export class WebhookDispatcherModule {}
