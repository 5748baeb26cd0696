import { ReadModelRebuild } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  Idempotent,
  IsText,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import { projections, run } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DryRunBody } from './dry-run.body.js';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';

class ProjectionBody extends DryRunBody {
  @ApiProperty({ description: 'One of those in the list.', examples: ['books'] })
  @IsText({ max: 100 })
  kind: string;
}

/** Records that are derived again from the log (ADR 84). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service/projections')
export class ProjectionsController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listProjections',
    'Lists the records that can be derived from the log',
    'With their tables; the last entry has those that cannot.',
  )
  @Returns(projections)
  @Requires('ops:read')
  @Get()
  async list(@Param('service') name: string) {
    const { db, service } = this.services.of(name).running;
    const rebuild = new ReadModelRebuild(db.database, service.registrations);
    const made = await rebuild.shadow();
    const derived = rebuild.units.map(({ kind, tables }) => ({
      kind,
      tables,
      hasShadow: tables.every((table) => made.includes(table)),
    }));
    return [...derived, { kind: null, tables: await rebuild.leftOut(), hasShadow: false }];
  }

  @Operation(
    'verifyProjection',
    'Compares records with what the log says',
    'Derives all of them from the log, beside the live ones. The result names those that differ.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('verify')
  verify(
    @Param('service') service: string,
    @Body() body: ProjectionBody,
    @Command() command: CommandContext,
  ) {
    return this.start(service, 'projection-verify', body, command);
  }

  @Operation(
    'rebuildProjection',
    'Derives records from the log into a shadow',
    'Beside the live ones, and compares both. Swap puts them in place, abort drops them.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('rebuild')
  rebuild(
    @Param('service') service: string,
    @Body() body: ProjectionBody,
    @Command() command: CommandContext,
  ) {
    return this.start(service, 'projection-rebuild', body, command);
  }

  @Operation(
    'swapProjection',
    'Replaces records by those of the shadow',
    'All that differ, in one transaction. Commands on such records wait for a moment.',
  )
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('swap')
  swap(@Param('service') service: string, @Body() body: ProjectionBody, @Command() command: CommandContext) {
    return this.start(service, 'projection-swap', body, command);
  }

  @Operation('abortProjection', 'Drops the shadow', 'The live records stay as they are.')
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post('abort')
  abort(
    @Param('service') service: string,
    @Body() { dryRun }: DryRunBody,
    @Command() command: CommandContext,
  ) {
    return this.services.of(service).start('projection-abort', {}, dryRun ?? true, command);
  }

  private start(service: string, run: string, { dryRun, kind }: ProjectionBody, command: CommandContext) {
    return this.services.of(service).start(run, { kind }, dryRun ?? true, command);
  }
}
