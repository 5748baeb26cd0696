import { ReadModels } from '@corridor/event-store';
import {
  Extension,
  ForOperator,
  IsId,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  TheCaller,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { schemas } from '@corridor/webhook-dispatcher-contract';
import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
import { subscriptionView } from '../subscription/subscription.view.js';
import { DeliveryReports } from './delivery-reports.js';
import { IsRelatedIds, relatedIdsOf } from './related-ids.js';

class DeliveriesQuery {
  @IsRelatedIds()
  relatedEntityIds: string;
}

class OperatorDeliveriesQuery extends DeliveriesQuery {
  @IsId('cli')
  clientId: string;
}

const WHAT =
  'The notifications about the records, oldest first, at most the last 100, each with its attempts, at most the last 20.';
const WHAT_OF_SUBSCRIPTION =
  'Its notifications, oldest first, at most the last 100, each with its attempts, at most the last 20. For how well a receiver responds; a search finds older ones.';

/** An extension: what was sent about some records, in one response. */
@ApiTags('Webhooks')
@Extension()
@Controller('v1/webhook-deliveries')
export class DeliveryController {
  constructor(private readonly reports: DeliveryReports) {}

  @Operation('getWebhookDeliveries', 'Returns what was sent about records', WHAT)
  @Returns(Type.Array(schemas.webhookDelivery))
  @Requires('webhook-notifications:read')
  @Get()
  about(@Query() { relatedEntityIds }: DeliveriesQuery, @TheCaller() { client }: Caller) {
    return this.reports.about(relatedIdsOf(relatedEntityIds), client.id);
  }
}

/** An extension: what was sent to a subscription lately. */
@ApiTags('Webhooks')
@Extension()
@Controller('v1/webhook-subscriptions/:id/deliveries')
export class SubscriptionDeliveryController {
  constructor(
    private readonly reports: DeliveryReports,
    private readonly readModels: ReadModels,
  ) {}

  @Operation(
    'getSubscriptionDeliveries',
    'Returns what was sent to a webhook subscription lately',
    WHAT_OF_SUBSCRIPTION,
  )
  @Returns(Type.Array(schemas.webhookDelivery))
  @Requires('webhook-notifications:read')
  @Get()
  async to(@Param('id') id: string, @TheCaller() caller: Caller) {
    await this.readModels.one(subscriptionView, id, caller);
    return this.reports.to(id, caller.client.id);
  }
}

/** For staff: what was sent about some records. */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/webhook-deliveries')
export class OperatorDeliveryController {
  constructor(private readonly reports: DeliveryReports) {}

  @Operation('getClientWebhookDeliveries', 'Returns what was sent to a client about records', WHAT)
  @Returns(Type.Array(schemas.webhookDelivery))
  @Requires('timeline:read')
  @Get()
  about(@Query() { relatedEntityIds, clientId }: OperatorDeliveriesQuery) {
    return this.reports.about(relatedIdsOf(relatedEntityIds), clientId);
  }
}
