import { IsOptionalField, IsText, Operation, OperatorGuard, Requires, Returns } from '@corridor/http';
import { tracedMessages } from '@corridor/services';
import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';
import { namesIn, tracedMessagesOf } from './traced-messages.js';

class TracedQuery {
  @ApiProperty({ description: 'Of a record, a request or a trace: what of it is not published yet.' })
  @IsOptionalField()
  @IsText({ max: 200 })
  id: string | null;

  @ApiProperty({ description: 'As in `ledger:stream/7`, separated by commas.' })
  @IsOptionalField()
  @IsText({ max: 16_000 })
  messages: string | null;
}

/** Where messages are (ADR 91). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service')
export class TracedMessagesController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'getTracedMessages',
    'Returns what a service knows of messages',
    'Which of its own are published, and which of all it has taken, or where they wait.',
  )
  @Returns(tracedMessages)
  @Requires('ops:read')
  @Get('traced-messages')
  get(@Param('service') service: string, @Query() { id, messages }: TracedQuery) {
    const { database } = this.services.of(service).running.db;
    return tracedMessagesOf(database, service, id ?? '', namesIn(messages ?? ''));
  }
}
