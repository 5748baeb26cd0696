import { EventStore, ReadModels } from '@corridor/event-store';
import { type ClientClockResource, schemas } from '@corridor/gateway-contract';
import {
  Body,
  Command,
  type CommandContext,
  Extension,
  Idempotent,
  NonProduction,
  Operation,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  checkedBody,
} from '@corridor/http';
import { type Caller, Clock, nowFor } from '@corridor/kernel';
import { Controller, Get, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { OtherProcesses } from '../other-processes.js';
import { ClientClockBody, clientClockRules, requestedTime } from './client-clock.body.js';
import { advance, clientClock, clockOf, outcomeOfAdvance } from './client-clock.js';
import { type ClockRow, asAdvanced, clientClocks, clockAt } from './client-clock.view.js';

/** The test clock of a client: everything of it that depends on time follows (ADR 28). */
@ApiTags('Simulators')
@Extension()
@NonProduction()
@Controller('v1/simulators/clock')
export class ClientClockController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    private readonly others: OtherProcesses,
  ) {}

  @Operation('getClock', 'Returns the test clock of the client', 'Real time until it is advanced.')
  @Returns(schemas.clientClock)
  @Requires('simulators:execute')
  @Get()
  async get(@TheCaller() caller: Caller): Promise<ClientClockResource> {
    return clockAt(await this.row(caller), this.clock.now());
  }

  @Operation(
    'advanceClock',
    'Advances the test clock of the client',
    'To an instant, to the start of a date, or to the next business day: never back. What becomes due until then happens in the order of its due times, each at its time, with its webhooks: conversions are exchanged on their value date, and cancelled if they are not funded by `fundByDate`; quotes expire; payment instructions that are FILLED and payments that are READY_TO_SEND and not suspended are sent on the first available date. The response comes when all of it is done. Tokens, limits, idempotency keys and the times in notifications stay real. Attempts of webhooks are made at their times on the clock; receivers hold it for 5 seconds at most.',
  )
  @ApiBody({ type: ClientClockBody })
  @Returns(schemas.clientClock)
  @Refuses('step_in_progress', 'time_has_passed', 'time_too_far_ahead')
  @Requires('simulators:execute')
  @Idempotent()
  @Put()
  async advance(@Body() body: unknown, @Command() command: CommandContext) {
    const requested = await checkedBody(body, ClientClockBody, clientClockRules);
    const now = this.clock.now();
    const to = requestedTime(requested, nowFor(command.caller, this.clock));
    const id = clockOf(command.caller.client.id);
    const response = { as: asAdvanced };
    const advancing = this.store.handleAndSettle<
      Parameters<typeof advance>[0],
      ReturnType<typeof advance>[number],
      ClockRow
    >(clientClock, id, (state) => advance(state, { to, now }), {
      ...command,
      outcome: outcomeOfAdvance,
      response,
    });
    return this.others.afterAllForgot(advancing);
  }

  private row({ client }: Caller): Promise<ClockRow | null> {
    return this.readModels.find<ClockRow>({ table: clientClocks.aggregate.name }, clockOf(client.id), {
      client,
    } as Caller);
  }
}
