import {
  Body,
  Command,
  type CommandContext,
  Idempotent,
  IsInteger,
  IsOptionalField,
  IsText,
  IsTimestamp,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import type { Timestamp } from '@corridor/kernel';
import { outbox, run } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { outboxOf } from './outbox.js';
import { RunsOfServices } from './runs-of-services.js';

class RepublishBody extends DryRunBody {
  @ApiProperty({ description: 'Of this stream only. Default: of all.' })
  @IsOptionalField()
  @IsText({ max: 200 })
  streamId: string | null;

  @ApiProperty({ description: 'From this position in the stream on. Default: from the first.' })
  @IsOptionalField()
  @IsInteger({ min: 1, max: 2_147_483_647 })
  fromVersion: number | null;

  @ApiProperty({ description: 'What has happened since then. Default: everything.' })
  @IsOptionalField()
  @IsTimestamp()
  since: Timestamp | null;
}

/** The messages that a service has committed, on their way to the others (ADR 83). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service/outbox')
export class OutboxController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listOutbox',
    'Lists the messages that wait to be published',
    'The oldest first, at most 100, without their content.',
  )
  @Returns(outbox)
  @Requires('ops:read')
  @Get()
  list(@Param('service') service: string) {
    return outboxOf(this.services.of(service).running.db.database);
  }

  @Operation(
    'republishOutbox',
    'Publishes messages of a service again',
    'For example after Kafka has lost them. In their order; consumers recognize those that they have handled. New messages of the service wait meanwhile.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('republish')
  republish(
    @Param('service') service: string,
    @Body() { dryRun, ...which }: RepublishBody,
    @Command() command: CommandContext,
  ) {
    return this.services.of(service).start('outbox-republish', which, dryRun ?? true, command);
  }
}
