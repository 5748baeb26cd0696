import {
  Body,
  Command,
  type CommandContext,
  Idempotent,
  IsOptionalField,
  IsText,
  IsTimestamp,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import type { Timestamp } from '@corridor/kernel';
import { run } from '@corridor/services';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';

class RewindBody extends DryRunBody {
  @ApiProperty({ description: 'Default: that with the name of the service.' })
  @IsOptionalField()
  @IsText({ max: 100 })
  consumer: string | null;

  @ApiProperty({
    description: 'To the first message that was published since then. Default: to the first of all.',
  })
  @IsOptionalField()
  @IsTimestamp()
  since: Timestamp | null;
}

/** The consumers of a service (ADR 83). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service/consumer')
export class ConsumerController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'rewindConsumer',
    'Delivers messages to a consumer again',
    'Its processes leave the group for some seconds. Messages that it has handled have no second effect.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('rewind')
  rewind(
    @Param('service') service: string,
    @Body() { dryRun, consumer, since }: RewindBody,
    @Command() command: CommandContext,
  ) {
    const args = { consumer: consumer ?? service, since };
    return this.services.of(service).start('consumer-rewind', args, dryRun ?? true, command);
  }
}
