import { schemas } from '@corridor/webhook-dispatcher-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Returns,
  Command,
  type CommandContext,
  Extension,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  recordsForStaff,
  searches,
  Idempotent,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DeliveryTrigger } from '../delivery-trigger/delivery-trigger.js';
import { redeliver, subscription } from '../subscription/subscription.js';
import { subscriptionView } from '../subscription/subscription.view.js';

import { notifications } from './notification.js';

/** interface-spec 4.7; reading one by its id is an extension. */
@ApiTags('Webhooks')
@Controller('v1/webhook-notifications')
export class NotificationController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly trigger: DeliveryTrigger,
  ) {}

  @Operation('getWebhookNotification', 'Returns a webhook notification')
  @Extension()
  @Returns(schemas.webhookNotification)
  @Requires('webhook-notifications:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(notifications, id, caller);
  }

  @Operation(
    'redeliverWebhookNotification',
    'Redelivers a webhook notification',
    'Creates a copy with a new id, sends it at once and returns it. A notification that is still being retried then arrives twice.',
  )
  @Returns(schemas.webhookNotification)
  @Refuses('subscription_ended')
  @Requires('webhook-notifications:write')
  @Idempotent()
  @Post(':id/redeliver')
  async redeliver(@Param('id') id: string, @Command() command: CommandContext) {
    const subscriptionId = await this.subscriptionOf(id, command.caller);
    const notificationId = this.ids.next('whn', command);
    const again = { notificationId, clonedFromNotificationId: id };
    const response = await this.store.handle(
      subscription,
      subscriptionId,
      (state) => redeliver(state, again),
      {
        ...command,
        response: { id: notificationId, view: notifications },
      },
    );
    this.trigger.trigger([{ subscriptionId, clientId: command.caller.client.id, isAfresh: true }]);
    return response;
  }

  private async subscriptionOf(id: string, { client }: Caller): Promise<string> {
    const [found] = await this.database.query<{ subscriptionId: string }>(
      `SELECT subscription_id AS "subscriptionId" FROM webhook_notification WHERE id = $1 AND client_id = $2`,
      [id, client.id],
    );
    if (!found) throw refuse('not_found');
    return found.subscriptionId;
  }
}

/** An extension: those of all subscriptions. */
export const NotificationSearches = searches(notifications, {
  tag: 'Webhooks',
  operation: 'searchWebhookNotifications',
  words: 'the webhook notifications of all subscriptions',
  isExtension: true,
});

/** interface-spec 4.7 */
export const SubscriptionNotificationSearches = searches(notifications, {
  tag: 'Webhooks',
  path: 'webhook-subscriptions/:id/notifications',
  operation: 'searchSubscriptionNotifications',
  words: 'the notifications of a webhook subscription',
  within: async ({ id = '' }, caller, { readModels }) => {
    await readModels.one(subscriptionView, id, caller);
    return { 'subscription.id': id };
  },
});

export const NotificationRecords = recordsForStaff(notifications, 'a webhook notification');
