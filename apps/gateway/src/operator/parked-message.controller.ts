import { EventStore } from '@corridor/event-store';
import { schemas } from '@corridor/gateway-contract';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  IsInteger,
  IsOneOf,
  IsText,
  Operation,
  Requires,
  Returns,
  quoted,
  secondPerson,
  OperatorGuard,
} from '@corridor/http';
import { Ids } from '@corridor/platform';
import { SERVICES } from '@corridor/services';
import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { discardRequest, requestDiscard } from './discard-request.js';
import { ParkedMessages } from './parked-messages.js';
import { redriveRequest, requestRedrive } from './redrive-request.js';

class RedriveBody {
  @IsOneOf(SERVICES)
  service: string;

  @IsOneOf(SERVICES)
  source: string;

  @IsText({ max: 200 })
  streamId: string;
}

class DiscardBody extends RedriveBody {
  @ApiProperty({ description: 'The position of the message in its stream.' })
  @IsInteger({ min: 1, max: 2_147_483_647 })
  version: number;

  @IsText({ max: 500 })
  reason: string;
}

/** Messages that services could not handle: what they are, and what to do when their cause is removed. */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/parked-messages')
export class OperatorParkedMessageController {
  constructor(
    private readonly store: EventStore,
    private readonly parked: ParkedMessages,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'listParkedMessages',
    'Lists the parked messages of all services',
    'A message that a service could not handle, and later ones about the same record. The oldest first, at most 1000.',
  )
  @Returns(schemas.parkedMessages)
  @Requires('parked-messages:read')
  @Get()
  list() {
    return this.parked.list();
  }

  @Operation(
    'redriveParkedMessages',
    'Handles the parked messages of a stream again',
    'In their order, each of them once, as far as possible. Without this request the service does it every 30 seconds. If nothing waits, it has no effect. The list shows what is still parked.',
  )
  @Returns(schemas.redriveRequest)
  @Requires('parked-messages:write')
  @Idempotent()
  @Post('redrive')
  redrive(@Body() body: RedriveBody, @Command() command: CommandContext) {
    const { service, source, streamId } = body;
    const redrive = { service, source, streamId };
    return this.store.handle(redriveRequest, this.ids.next('rdr'), requestRedrive(redrive), command);
  }
  @Operation(
    'discardParkedMessage',
    'Discards a parked message',
    'For a message that must never be handled, because its effect was made good by other means. Later ones about its record are handled then. If it is not parked, there is no effect. The sender keeps its own record of it.',
  )
  @Returns(schemas.discardRequest)
  @Requires('parked-messages:write')
  @FourEyes('dead-letter')
  @Idempotent()
  @Post('discard')
  discard(
    @Body() { service, source, streamId, version, reason }: DiscardBody,
    @Command() command: CommandContext,
  ) {
    secondPerson(
      command,
      'dead-letter',
      `${service} never handles message ${version} of ${source} about ${quoted(streamId)}.`,
    );
    const discard = { service, source, streamId, version, reason };
    return this.store.handle(discardRequest, this.ids.next('dcr'), requestDiscard(discard), command);
  }
}
