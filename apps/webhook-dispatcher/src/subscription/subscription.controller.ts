import { type WebhookSubscriptionResource, schemas } from '@corridor/webhook-dispatcher-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  checkedBody,
  recordsForStaff,
  searches,
  Idempotent,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Ids, type PlatformSettings, platformSettings } from '@corridor/platform';
import { checkUrl } from '@corridor/safe-http';
import { Controller, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Dispatcher } from '../delivery/dispatcher.js';
import { DeliveryTrigger } from '../delivery-trigger/delivery-trigger.js';
import { notifications } from '../notification/notification.js';
import { type WebhookSettings, urlPolicyOf, webhookSettings } from '../webhook-settings.js';
import { changingSubscriptions, countSubscriptions } from './endpoint.js';
import { newSecret } from '../secrets/key-ring.js';
import { PingBody, SubscriptionBody, detailsOf } from './subscription.body.js';
import {
  type Subscription,
  type SubscriptionEvent,
  change,
  create,
  pause,
  ping,
  resume,
  rotateSecret,
  subscription,
  unsubscribe,
} from './subscription.js';
import { subscriptionView } from './subscription.view.js';

type Row = WebhookSubscriptionResource;

const stateOf = ({ id, isActive, unsubscribedOn }: Row) => ({ id, isActive, unsubscribedOn });

const withSecret =
  (signingSecret: string) =>
  ({ auditHistory, ...row }: Row) => ({ ...row, signingSecret, auditHistory });

/** interface-spec 4.7; updating a subscription is an extension. */
@ApiTags('Webhooks')
@Controller('v1/webhook-subscriptions')
export class SubscriptionController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly database: Database,
    private readonly ids: Ids,
    @Inject(platformSettings.KEY) private readonly platform: PlatformSettings,
    @Inject(webhookSettings.KEY) private readonly settings: WebhookSettings,
    private readonly trigger: DeliveryTrigger,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Operation(
    'createWebhookSubscription',
    'Creates a webhook subscription',
    'Notifications are signed according to Standard Webhooks, need a 2xx response within 15 s, and are retried for three days: see [the guide](/docs/webhooks). In a sandbox with `WEBHOOK_ALLOW_LOOPBACK`, which `npm start` sets, the URL may also be `http://127.0.0.1:<port>/…`.\n\nThe response contains the signing secret. It is not shown again: if you lose it, rotate it.',
  )
  @ApiBody({ type: SubscriptionBody })
  @Returns(schemas.webhookSubscriptionWithSecret)
  @Refuses('limit_reached')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const details = await this.checked(body);
    const { id: clientId } = command.caller.client;
    const secret = newSecret();
    const sealed = this.settings.keys.encrypt(secret);
    return changingSubscriptions(this.database, clientId, async (sql) => {
      const room = {
        taken: await countSubscriptions(sql, clientId),
        limit: this.settings.subscriptionsPerClient,
      };
      return this.store.handle(
        subscription,
        this.ids.next('whs', command),
        (state) => create(state, details, sealed, room),
        { ...command, response: { as: withSecret(secret), cipher: this.settings.keys } },
      );
    });
  }

  @Operation('getWebhookSubscription', 'Returns a webhook subscription')
  @Returns(schemas.webhookSubscription)
  @Requires('webhook-subscriptions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(subscriptionView, id, caller);
  }

  @Operation(
    'updateWebhookSubscription',
    'Updates a webhook subscription',
    'Replaces the whole subscription; omitted fields are cleared. The new event list applies from now on; queued notifications go to the new URL.',
  )
  @Extension()
  @ApiBody({ type: SubscriptionBody })
  @Returns(schemas.webhookSubscription)
  @Refuses('subscription_ended')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Put(':id')
  async update(@Param('id') id: string, @Body() body: unknown, @Command() command: CommandContext) {
    const details = await this.checked(body);
    const response = await this.changing(id, (state) => change(state, details), command);
    this.attemptNow(id, command);
    return response;
  }

  @Operation(
    'pauseWebhookSubscription',
    'Pauses a webhook subscription',
    'Holds back all notifications, including retries; attempts in progress finish.',
  )
  @Returns(schemas.webhookSubscriptionState)
  @Refuses('subscription_ended')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Post(':id/pause')
  async pause(@Param('id') id: string, @Command() command: CommandContext) {
    const response = await this.move(id, pause, command);
    await this.dispatcher.stopped(id);
    return response;
  }

  @Operation(
    'resumeWebhookSubscription',
    'Resumes a webhook subscription',
    'Queued notifications are sent at once, in order.',
  )
  @Returns(schemas.webhookSubscriptionState)
  @Refuses('subscription_ended')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Post(':id/resume')
  async resume(@Param('id') id: string, @Command() command: CommandContext) {
    const response = await this.move(id, resume, command);
    this.attemptNow(id, command);
    return response;
  }

  @Operation(
    'endWebhookSubscription',
    'Ends a webhook subscription',
    'Permanently. Notifications that were not sent are not sent any more.',
  )
  @Returns(schemas.webhookSubscriptionState)
  @Refuses('subscription_ended')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Post(':id/unsubscribe')
  async unsubscribe(@Param('id') id: string, @Command() command: CommandContext) {
    const response = await this.changing(id, unsubscribe, command, stateOf);
    await this.dispatcher.stopped(id);
    return response;
  }

  @Operation(
    'rotateWebhookSecret',
    'Rotates the signing secret of a webhook subscription',
    'Only while it is paused. The old secret is not used for new attempts; one in progress may still arrive for up to 15 s.',
  )
  @Returns(schemas.webhookSubscriptionWithSecret)
  @Refuses('subscription_not_paused', 'subscription_ended')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Post(':id/rotate-secret')
  async rotateSecret(@Param('id') id: string, @Command() command: CommandContext) {
    await this.mustBeOf(command.caller, id);
    const secret = newSecret();
    const sealed = this.settings.keys.encrypt(secret);
    const response = await this.store.handle(subscription, id, (state) => rotateSecret(state, sealed), {
      ...command,
      response: { as: withSecret(secret), cipher: this.settings.keys },
    });
    await this.dispatcher.stopped(id);
    return response;
  }

  @Operation(
    'pingWebhookSubscription',
    'Sends a ping to a webhook subscription',
    'While it is paused the ping is queued like any other notification. If there is a backlog, older notifications are sent first; the list of notifications shows the outcome.',
  )
  @ApiBody({ type: PingBody, required: false })
  @Returns(schemas.webhookNotification)
  @Refuses('subscription_ended')
  @Requires('webhook-subscriptions:write')
  @Idempotent()
  @Post(':id/ping')
  async ping(@Param('id') id: string, @Body() { message }: PingBody, @Command() command: CommandContext) {
    await this.mustBeOf(command.caller, id);
    const notificationId = this.ids.next('whn', command);
    const response = await this.store.handle(
      subscription,
      id,
      (state) => ping(state, { notificationId, message }),
      { ...command, response: { id: notificationId, view: notifications } },
    );
    this.attemptNow(id, command);
    return response;
  }

  private async move(
    id: string,
    step: (state: Subscription) => SubscriptionEvent[],
    command: CommandContext,
  ) {
    await this.mustBeOf(command.caller, id);
    return this.store.handle(subscription, id, step, { ...command, response: { as: stateOf } });
  }

  /** A step after which the subscription listens to other events than before. */
  private async changing(
    id: string,
    step: (state: Subscription) => SubscriptionEvent[],
    command: CommandContext,
    as?: (row: Row) => unknown,
  ) {
    await this.mustBeOf(command.caller, id);
    return changingSubscriptions(this.database, command.caller.client.id, () =>
      this.store.handle(subscription, id, step, { ...command, response: { as } }),
    );
  }

  private async checked(body: unknown) {
    const requested = await checkedBody(body, SubscriptionBody, ({ targetUrl }, isFine) => {
      const issue = isFine('#/targetUrl') && checkUrl(targetUrl, urlPolicyOf(this.platform, this.settings));
      return issue ? [{ pointer: '#/targetUrl', ...issue }] : [];
    });
    return detailsOf(requested);
  }

  private mustBeOf(caller: Caller, id: string) {
    return this.readModels.one(subscriptionView, id, caller);
  }

  private attemptNow(subscriptionId: string, { caller }: CommandContext): void {
    this.trigger.trigger([{ subscriptionId, clientId: caller.client.id, isAfresh: true }]);
  }
}

export const SubscriptionSearches = searches(subscriptionView, {
  tag: 'Webhooks',
  operation: 'searchWebhookSubscriptions',
  words: 'the webhook subscriptions',
});

export const SubscriptionRecords = recordsForStaff(subscriptionView, 'a webhook subscription');
