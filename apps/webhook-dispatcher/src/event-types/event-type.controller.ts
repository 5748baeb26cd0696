import { webhookEventTypes } from '@corridor/contracts';
import { Controller, Get } from '@nestjs/common';

/** interface-spec 4.6: what a subscription can list. */
@Controller('v1/reference-data/webhook-subscriptions/events')
export class EventTypeController {
  @Get()
  list() {
    return webhookEventTypes;
  }
}
