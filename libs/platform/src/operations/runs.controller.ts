import {
  Command,
  type CommandContext,
  Idempotent,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
} from '@corridor/http';
import { run, runs } from '@corridor/services';
import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { OfService } from './of-service.js';
import { RunsOfServices } from './runs-of-services.js';

/** Long work that staff have started in a service (ADR 83). */
@OfService()
@UseGuards(OperatorGuard)
@Controller('operator/v1/ops/:service/runs')
export class RunsController {
  constructor(private readonly services: RunsOfServices) {}

  @Operation(
    'listRuns',
    'Lists the runs of a service',
    'The newest first, at most 100, with how far each is.',
  )
  @Returns(runs)
  @Requires('ops:read')
  @Get()
  list(@Param('service') service: string) {
    return this.services.of(service).list();
  }

  @Operation('getRun', 'Returns a run', 'With how much is done, the rate since its start, and the time left.')
  @Returns(run)
  @Requires('ops:read')
  @Get(':id')
  get(@Param('service') service: string, @Param('id') id: string) {
    return this.services.of(service).get(id);
  }

  @Operation('cancelRun', 'Cancels a run', 'What is done stays done. One that has ended stays as it is.')
  @Returns(run)
  @Requires('ops:execute')
  @Idempotent()
  @Post(':id/cancel')
  cancel(@Param('service') service: string, @Param('id') id: string, @Command() command: CommandContext) {
    return this.services.of(service).cancel(id, command);
  }
}
