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

class BackfillBody extends DryRunBody {
  @ApiProperty({
    description:
      'Which one gets them: it has the name of its service, or of the part that follows by itself.',
  })
  @IsText({ max: 100 })
  consumer: string;

  @ApiProperty({ description: 'From the first message that happened since then on. Default: everything.' })
  @IsOptionalField()
  @IsTimestamp()
  since: Timestamp | null;
}

/** The consumers of a service (ADR 83), and of its messages (ADR 55). */
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

  @Operation(
    'backfillConsumer',
    'Sends the messages of a service to one consumer that lacks some',
    'Those of the archive as well, whatever Kafka has kept. In their order; those that it has handled have no second effect. The consumer takes nothing else of the service meanwhile; the others notice nothing.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('backfill')
  backfill(
    @Param('service') service: string,
    @Body() { dryRun, ...which }: BackfillBody,
    @Command() command: CommandContext,
  ) {
    return this.services.of(service).start('consumer-backfill', which, dryRun ?? true, command);
  }
}
