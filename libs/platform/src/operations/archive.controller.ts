import {
  Body,
  Command,
  type CommandContext,
  Idempotent,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import { timestamp } from '@corridor/kernel';
import { archiveFiles, run } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { archiverOf } from './archive-runs.js';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';

/** Old events of a service, in compressed files (ADR 90). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service/archive')
export class ArchiveController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listArchive',
    'Lists the files with old events',
    'The oldest first. `removedOn` is null while their events are in the log as well.',
  )
  @Returns(archiveFiles)
  @Requires('ops:read')
  @Get()
  async list(@Param('service') service: string) {
    const files = await archiverOf(this.services.of(service).running).files();
    return files.map(({ writtenOn, removedOn, ...file }) => ({
      ...file,
      writtenOn: timestamp(writtenOn),
      removedOn: removedOn && timestamp(removedOn),
    }));
  }

  @Operation(
    'runArchive',
    'Moves old events to compressed files',
    'Of records that have ended, after `ARCHIVE_DAYS`. Records stay, and so does what can be done with them.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('run')
  run(@Param('service') service: string, @Body() body: DryRunBody, @Command() command: CommandContext) {
    return this.start(service, 'archive', body, command);
  }

  @Operation(
    'verifyArchive',
    'Reads all files with old events',
    'The run fails if one is missing or damaged, and names it.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('verify')
  verify(@Param('service') service: string, @Body() body: DryRunBody, @Command() command: CommandContext) {
    return this.start(service, 'archive-verify', body, command);
  }

  private start(service: string, kind: string, { dryRun }: DryRunBody, command: CommandContext) {
    return this.services.of(service).start(kind, {}, dryRun ?? true, command);
  }
}
