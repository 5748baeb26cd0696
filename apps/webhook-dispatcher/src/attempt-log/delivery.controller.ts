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
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';
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

/** The same for staff. */
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
