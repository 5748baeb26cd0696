import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicTask } from './periodic-task.js';

/** Periodic work of a service while it runs. A failed turn is logged. */
export abstract class Job implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly log = new Logger(this.constructor.name);
  readonly task: PeriodicTask;

  constructor(readonly intervalMs: number) {
    this.task = new PeriodicTask(
      intervalMs,
      () => this.turn(),
      (error) => this.log.error(error),
    );
  }

  onApplicationBootstrap(): void | Promise<void> {
    this.task.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  protected abstract turn(): Promise<void>;
}
