import { Public } from '@corridor/http';
import { Refusal, refuse } from '@corridor/kernel';
import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** What has to be there before a process is sent requests: its databases, and what a service adds. */
export class Readiness {
  private readonly checks: (() => Promise<unknown>)[] = [];

  /** A check rejects while it is missing; the detail of a `Refusal` is told to whoever asks. */
  needs(check: () => Promise<unknown>): void {
    this.checks.push(check);
  }

  /** @throws Refusal `unavailable` */
  async check(): Promise<void> {
    const outcomes = await Promise.allSettled(this.checks.map((check) => check()));
    const missing = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (missing.length === 0) return;
    const told = missing.flatMap(({ reason }) => (reason instanceof Refusal ? (reason.detail ?? []) : []));
    throw refuse('unavailable', told.join(' ') || undefined);
  }
}

/** Probes for an orchestrator. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** So does what it needs. A broker that is away does not make a service unready: it keeps accepting. */
  @Get('ready')
  async ready() {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
