import type { Database } from '@corridor/event-store';
import { Public } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** The databases of the services in this process. */
export class Databases {
  private readonly list: Database[] = [];

  add(database: Database): void {
    this.list.push(database);
  }

  all(): readonly Database[] {
    return this.list;
  }
}

/** Probes for an orchestrator. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly databases: Databases) {}

  /** The process answers. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** Its databases answer too. A broker that is away does not make a service unready: it keeps accepting. */
  @Get('ready')
  async ready() {
    const answers = await Promise.allSettled(
      this.databases.all().map((database) => database.query('SELECT 1')),
    );
    if (answers.some(({ status }) => status === 'rejected')) throw refuse('unavailable');
    return { status: 'ok' };
  }
}
