import { schemas } from '@corridor/conversions-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Returns,
  Command,
  type CommandContext,
  Extension,
  NonProduction,
  Operation,
  Refuses,
  Requires,
  Idempotent,
} from '@corridor/http';
import { outcomeOf } from '@corridor/kernel';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversion, exchangeNow } from './conversion.js';
import { asMoved, conversionView } from './conversion.view.js';

/** Simulates the value date in the sandbox (interface-spec 3.3). */
@ApiTags('Simulators')
@Extension()
@NonProduction()
@Controller('v1/simulators/conversions/:id')
export class ConversionSimulatorsController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  @Operation(
    'exchangeConversion',
    'Exchanges a conversion',
    'BOOKED becomes EXCHANGED: one wallet is debited, the other credited. Also for the conversion of an instruction.',
  )
  @Returns(schemas.conversionProgress)
  @Refuses('illegal_transition', 'step_in_progress', 'insufficient_funds', 'wallet_full')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('exchange')
  async exchange(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(conversionView, id, command.caller);
    const options = { ...command, outcome: outcomeOf, response: { as: asMoved } };
    return this.store.handleAndSettle(conversion, id, exchangeNow, options);
  }
}
