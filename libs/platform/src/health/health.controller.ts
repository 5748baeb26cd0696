import { Public } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { Liveness } from './liveness.js';
import { Readiness } from './readiness.js';

/** Probes for an orchestrator. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly readiness: Readiness,
    private readonly liveness: Liveness,
  ) {}

  /**
   * Liveness: the process responds, and what it repeats for ever goes on. A server that is away does not matter here: a new process
   * would not reach it either.
   * @throws Refusal `unavailable`
   */
  @Get('live')
  live() {
    const stalled = this.liveness.stalled();
    if (stalled.length > 0) throw refuse('unavailable', stalled.join('; '));
    return { status: 'ok' };
  }

  /**
   * Readiness: everything that the process requires responds. Without broker or Redis it is degraded and still accepts
   * requests.
   * @throws Refusal `unavailable`
   */
  @Get('ready')
  @HealthCheck({ swaggerDocumentation: false, noCache: true })
  async ready() {
    try {
      const { status, details } = await this.health.check(this.readiness.indicators);
      return { status, details };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      throw refuse('unavailable', missingIn(error.getResponse() as HealthCheckResult));
    }
  }
}

const missingIn = ({ error = {} }: HealthCheckResult): string | undefined =>
  Object.entries(error)
    .map(([name, reported]) => `${name}: ${reported?.['message']}`)
    .join('; ') || undefined;
