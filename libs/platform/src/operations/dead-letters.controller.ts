import {
  Body,
  Command,
  type CommandContext,
  FourEyes,
  Idempotent,
  IsInteger,
  IsOptionalField,
  IsText,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  TheCaller,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { deadLetters, deadLettersOfStream as ofStream, run } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DeadLettersDiscard } from './dead-letter-runs.js';
import { type WhichLetters, deadLettersOf, deadLettersOfStream } from './dead-letters.js';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';

class RetryLettersBody extends DryRunBody {
  @ApiProperty({ description: 'Of this sender only. Default: of all.' })
  @IsOptionalField()
  @IsText({ max: 100 })
  source: string | null;

  @ApiProperty({ description: 'Of this stream only. Default: of all.' })
  @IsOptionalField()
  @IsText({ max: 200 })
  streamId: string | null;

  @ApiProperty({ description: 'With this position in the stream only. Default: with any.' })
  @IsOptionalField()
  @IsInteger({ min: 1, max: 2_147_483_647 })
  version: number | null;

  @ApiProperty({ description: 'About this record only. Default: about any.' })
  @IsOptionalField()
  @IsText({ max: 200 })
  recordId: string | null;

  @ApiProperty({ description: 'Of this type only. Default: of any.' })
  @IsOptionalField()
  @IsText({ max: 200 })
  type: string | null;
}

class DiscardLettersBody extends RetryLettersBody {
  @IsText({ max: 500 })
  reason: string;
}

/** The messages that a service has not handled (ADR 25). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service')
export class DeadLettersController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listDeadLettersOfService',
    'Lists the messages that a service has not handled',
    'Read from its database, with cause, age and attempts. The oldest first, at most 1000.',
  )
  @Returns(deadLetters)
  @Requires('ops:read')
  @Get('waiting-messages')
  list(@Param('service') service: string) {
    return deadLettersOf(this.services.of(service).running.db.database, service);
  }

  @Operation(
    'getDeadLetters',
    'Returns the messages of a stream that a service has not handled',
    'In their order, with the whole error and the whole message. Without `records:read` its `data` is null. At most 1000.',
  )
  @Returns(ofStream)
  @Requires('ops:read')
  @Get('dead-letters/:streamId')
  get(@Param('service') service: string, @Param('streamId') streamId: string, @TheCaller() caller: Caller) {
    const { database } = this.services.of(service).running.db;
    return deadLettersOfStream(database, service, streamId, caller.permissions.includes('records:read'));
  }

  @Operation(
    'retryDeadLetters',
    'Tries the messages again that a service has not handled',
    'Now instead of within 30 seconds: all, or those of a sender, a stream, a record or a type. Each is handled once. What is for a later build, or of another history, is not tried.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('dead-letters/retry')
  retry(
    @Param('service') service: string,
    @Body() { dryRun, ...which }: RetryLettersBody,
    @Command() command: CommandContext,
  ) {
    return this.services.of(service).start('dead-letters-retry', { ...which }, dryRun ?? true, command);
  }

  @Operation(
    'discardDeadLetters',
    'Discards messages that a service has not handled',
    'For messages that must never be handled, because their effect was made good by other means. The body names their stream or their type. Later ones about their records are handled then. The sender keeps its own record of them.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @FourEyes('dead-letter')
  @Idempotent()
  @Post('dead-letters/discard')
  async discard(
    @Param('service') service: string,
    @Body() { dryRun, ...which }: DiscardLettersBody,
    @Command() command: CommandContext,
  ) {
    const runs = this.services.of(service);
    if (which.streamId === null && which.type === null)
      throw refuse('invalid_request', 'The stream or the type of the messages has to be named.');
    if (dryRun === false) {
      const { total } = await new DeadLettersDiscard(runs.running).plan(which);
      secondPerson(command, 'dead-letter', `${service} never handles ${textOf(which, total)}.`);
    }
    return runs.start('dead-letters-discard', { ...which }, dryRun ?? true, command);
  }
}

/** If there are more by the time of the approval, the second person has not agreed to these. */
function textOf({ source, streamId, version, recordId, type }: WhichLetters, count: number | null): string {
  const limits = [
    ...(source === null ? [] : [`of ${quoted(source)}`]),
    ...(streamId === null ? [] : [`about ${quoted(streamId)}`]),
    ...(version === null ? [] : [`with the version ${version}`]),
    ...(recordId === null ? [] : [`for the record ${quoted(recordId)}`]),
    ...(type === null ? [] : [`of the type ${quoted(type)}`]),
  ];
  return `${count} messages ${limits.join(' ')}`;
}
