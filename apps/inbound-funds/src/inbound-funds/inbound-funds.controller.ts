import { ReadModels } from '@corridor/event-store';
import { ListQuery, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { inboundFundsView } from './inbound-funds.view.js';

/** interface-spec 4.5 */
@Controller('v1/inbound-funds')
export class InboundFundsController {
  constructor(private readonly readModels: ReadModels) {}

  @Requires('inbound-funds:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(inboundFundsView, id, caller);
  }

  @Requires('inbound-funds:read')
  @Get()
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(inboundFundsView, query, caller);
  }
}
