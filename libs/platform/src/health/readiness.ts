import { isToldAsAway } from '@corridor/event-store';
import { Refusal } from '@corridor/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { type HealthIndicatorFunction, HealthIndicatorService } from '@nestjs/terminus';

/** Less than the timeout of the probes, which is 3 s. */
const TIMEOUT_MS = 2_000;
/** For optional dependencies: shorter, so that they cannot make the process look unready. */
const REPORT_TIMEOUT_MS = 1_000;
/** How long the result for an optional dependency is reused. */
const REPORT_EVERY_MS = 2_000;

type Check = () => Promise<unknown>;

/** The health indicators of a process. Services add theirs; each check has a timeout. */
@Injectable()
export class Readiness {
  readonly indicators: HealthIndicatorFunction[] = [];
  private readonly log = new Logger('health');

  constructor(private readonly health: HealthIndicatorService) {}

  /** The process is not ready while the check rejects. The response shows the detail of a `Refusal`, and none of other errors. */
  requires(name: string, check: Check): void {
    this.indicators.push(() => this.attempt(name, check).withTimeout(TIMEOUT_MS));
  }

  /** If the check rejects, the process is ready but reports that it is degraded. */
  reports(name: string, check: Check): void {
    this.indicators.push(async () => {
      const attempt = this.attempt(name, check).withTimeout(REPORT_TIMEOUT_MS);
      const result = await attempt.cacheFor(REPORT_EVERY_MS);
      const { status, ...data } = result[name] ?? { status: 'down' };
      return status === 'up' ? result : this.health.check(name).degraded(data);
    });
  }

  private attempt(name: string, check: Check) {
    const logged = async () => {
      try {
        await check();
      } catch (error) {
        if (!isToldAsAway(error)) this.log.warn(`${name}: ${String(error)}`);
        throw new Error((error instanceof Refusal && error.detail) || 'does not respond', { cause: error });
      }
    };
    return this.health.check(name).attempt(logged);
  }
}
