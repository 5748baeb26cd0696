import { schemas } from '@corridor/conversions-contract';
import { EventStore, ReadModels, isUniqueViolation } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  checkedBody,
  operatorSearches,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Decimal } from 'decimal.js';
import { HedgeBody, HedgeCancellationBody, hedgeRules, quotedAs } from './hedge.body.js';
import { type State, cancel, hedge, record } from './hedge.js';
import { hedgeView } from './hedge.view.js';

/** Trades with banks and brokers, which staff record. */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/hedges')
export class HedgeController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'recordHedge',
    'Records a trade with a bank or broker',
    'Once for its external reference. The position follows at once.',
  )
  @ApiBody({ type: HedgeBody })
  @Returns(schemas.hedge)
  @Refuses('already_exists')
  @Requires('dealing:write')
  @Idempotent()
  @Post()
  async record(@Body() body: unknown, @Command() command: CommandContext) {
    const { buyAmount, sellAmount, rate, counterparty, valueDate, externalReference } = await checkedBody(
      body,
      HedgeBody,
      hedgeRules,
    );
    const { ccyPair = '' } = quotedAs(buyAmount, sellAmount) ?? {};
    const trade = {
      ...{ externalReference, counterparty, buyAmount, sellAmount, ccyPair, valueDate },
      rate: new Decimal(rate).toFixed(),
    };
    const id = this.ids.next('hdg', command);
    try {
      return await this.store.handle(hedge, id, (state: State) => record(state, trade), command);
    } catch (error) {
      throw isUniqueViolation(error, 'hedge_reference') ? alreadyRecorded() : error;
    }
  }

  @Operation('getHedge', 'Returns a hedge')
  @Returns(schemas.hedge)
  @Requires('dealing:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(hedgeView, id, caller);
  }

  @Operation(
    'cancelHedge',
    'Cancels a hedge',
    'One that was recorded by mistake, or that both sides have cancelled. Its external reference can be recorded again.',
  )
  @Returns(schemas.hedge)
  @Refuses('illegal_transition')
  @Requires('dealing:write')
  @Idempotent()
  @Post(':id/cancel')
  cancel(
    @Param('id') id: string,
    @Body() { reason }: HedgeCancellationBody,
    @Command() command: CommandContext,
  ) {
    return this.store.handle(hedge, id, (state: State) => cancel(state, { reason }), command);
  }
}

function alreadyRecorded() {
  const detail = 'The trade with this reference is recorded.';
  const issue = { pointer: '#/externalReference', code: 'already_exists', detail };
  return refuse('already_exists', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

export const HedgeSearches = operatorSearches(hedgeView, {
  path: 'dealing/hedges',
  tag: 'Dealing',
  operation: 'searchHedges',
  words: 'the trades with banks and brokers',
});
