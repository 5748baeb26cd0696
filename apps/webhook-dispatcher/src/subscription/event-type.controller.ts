import { webhookEventTypes } from '@corridor/webhook-dispatcher-contract';
import { Returns, Operation } from '@corridor/http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';

/** interface-spec 4.6: the event types that a subscription can list. */
@ApiTags('Reference data')
@Controller('v1/reference-data/webhook-subscriptions/events')
export class EventTypeController {
  @Operation(
    'getWebhookEventTypes',
    'Lists the event types of webhook subscriptions',
    'The values that `events` of a subscription can have.',
  )
  @Returns(Type.Array(Type.String({ enum: [...webhookEventTypes] })))
  @Get()
  list() {
    return webhookEventTypes;
  }
}
