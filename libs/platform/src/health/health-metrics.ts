import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';
import { Metrics } from '../metrics/metrics.js';
import { Readiness } from './readiness.js';

const HEALTH = {
  health: {
    help: 'By check of /health/ready: 1 if it is up, 0 if it is degraded or down',
    labels: ['check'],
  },
};

/** The health checks as metrics, so that whatever is degraded can be an alert. */
@Injectable()
export class HealthMetrics {
  constructor(
    private readonly readiness: Readiness,
    private readonly health: HealthCheckService,
    metrics: Metrics,
  ) {
    metrics.readsOfAll('health', HEALTH, 'database', async () => ({ health: await this.values() }));
  }

  private async values() {
    const { details } = await this.health.check(this.readiness.indicators).catch((error: unknown) => {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return error.getResponse() as HealthCheckResult;
    });
    return Object.entries(details).map(([check, { status }]) => ({ check, value: status === 'up' ? 1 : 0 }));
  }
}
