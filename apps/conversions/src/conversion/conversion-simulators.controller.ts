import { type ConversionResource, schemas } from '@corridor/conversions-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  NonProduction,
  Operation,
  Refuses,
  Requires,
  amountOf,
  Idempotent,
} from '@corridor/http';
import { Clock, nowFor } from '@corridor/kernel';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DepositBody } from './conversion.body.js';
import { conversion, exchangeNow, outcomeOfExchange } from './conversion.js';
import { asMoved, conversionView } from './conversion.view.js';
import { requireDeposit } from './deposit.js';

/** Simulates the value date and the dealing desk in the sandbox (interface-spec 3.3). */
@ApiTags('Simulators')
@Extension()
@NonProduction()
@Controller('v1/simulators/conversions/:id')
export class ConversionSimulatorsController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'exchangeConversion',
    'Exchanges a conversion',
    'BOOKED becomes EXCHANGED: one wallet is debited, the other credited. Also for the conversion of an instruction. A deposit has to be received before; it comes back in the same step, so the exchange can use it.',
  )
  @Returns(schemas.conversionProgress)
  @Refuses('illegal_transition', 'step_in_progress', 'deposit_required', 'insufficient_funds', 'wallet_full')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('exchange')
  async exchange(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(conversionView, id, command.caller);
    const options = { ...command, outcome: outcomeOfExchange, response: { as: asMoved } };
    return this.store.handleAndSettle(conversion, id, exchangeNow, options);
  }

  @Operation(
    'requireConversionDeposit',
    'Requires a deposit for a conversion',
    'While it is BOOKED, once, and not for the conversion of a payment instruction. The deposit is AWAITING_DEPOSIT until the client pays it with `pay-deposit`.',
  )
  @Returns(schemas.conversion)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('require-deposit')
  async requireDeposit(
    @Param('id') id: string,
    @Body() body: DepositBody,
    @Command() command: CommandContext,
  ) {
    const row = await this.readModels.existing<ConversionResource>(conversionView, id, command.caller);
    const amount = amountOf(row.sellAmount.ccyCode, body.amount, '#/amount');
    const requirement = { amount, fundByDate: body.fundByDate, now: nowFor(command.caller, this.clock) };
    return this.store.handle(conversion, id, (state) => requireDeposit(state, requirement), command);
  }
}
