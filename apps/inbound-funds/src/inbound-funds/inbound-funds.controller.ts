import { schemas } from '@corridor/contracts';
import { ReadModels } from '@corridor/event-store';
import { Answers, AnswersPage, ListQuery, Operation, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { inboundFundsView } from './inbound-funds.view.js';

/** interface-spec 4.5 */
@ApiTags('Inbound funds')
@Controller('v1/inbound-funds')
export class InboundFundsController {
  constructor(private readonly readModels: ReadModels) {}

  @Operation('getInboundFunds', 'Shows inbound funds')
  @Answers(schemas.inboundFunds)
  @Requires('inbound-funds:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(inboundFundsView, id, caller);
  }

  @Operation('searchInboundFunds', 'Searches the inbound funds')
  @AnswersPage(schemas.inboundFunds)
  @Requires('inbound-funds:read')
  @Get()
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(inboundFundsView, query, caller);
  }
}
