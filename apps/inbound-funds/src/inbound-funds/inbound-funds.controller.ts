import { schemas } from '@corridor/inbound-funds-contract';
import { ReadModels } from '@corridor/event-store';
import { Returns, Operation, Requires, TheCaller, recordsForStaff, searches } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { inboundFundsView } from './inbound-funds.view.js';

/** interface-spec 4.5 */
@ApiTags('Inbound funds')
@Controller('v1/inbound-funds')
export class InboundFundsController {
  constructor(private readonly readModels: ReadModels) {}

  @Operation('getInboundFunds', 'Returns inbound funds')
  @Returns(schemas.inboundFunds)
  @Requires('inbound-funds:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(inboundFundsView, id, caller);
  }
}

export const InboundFundsSearches = searches(inboundFundsView, {
  tag: 'Inbound funds',
  operation: 'searchInboundFunds',
  words: 'the inbound funds',
});

export const InboundFundsRecords = recordsForStaff(inboundFundsView, 'inbound funds');
