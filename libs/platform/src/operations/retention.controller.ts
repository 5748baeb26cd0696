import {
  Body,
  Command,
  type CommandContext,
  Idempotent,
  IsOptionalField,
  IsText,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import { retentionPolicies, run } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { policiesOf } from './retention-run.js';
import { RunsOfServices } from './runs-of-services.js';

class RetentionBody extends DryRunBody {
  @ApiProperty({ description: 'One of those in the list. Default: all.', examples: ['idempotent responses'] })
  @IsOptionalField()
  @IsText({ max: 100 })
  policy: string | null;
}

/** What a service keeps for a limited time (ADR 90). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service')
export class RetentionController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listRetentionOfService',
    'Lists what a service removes after a time',
    'With how much is older now, and when it was last removed.',
  )
  @Returns(retentionPolicies)
  @Requires('ops:read')
  @Get('retention-policies')
  list(@Param('service') service: string) {
    return policiesOf(this.services.of(service).running);
  }

  @Operation(
    'runRetention',
    'Removes what is older than it is kept',
    'Now; each service does so by itself every ten minutes.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('retention/run')
  run(
    @Param('service') service: string,
    @Body() { dryRun, policy }: RetentionBody,
    @Command() command: CommandContext,
  ) {
    return this.services.of(service).start('retention', { policy }, dryRun ?? true, command);
  }
}
