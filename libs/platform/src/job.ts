import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Every } from './every.js';

/** What a service does by itself at an interval, for as long as it runs. A turn that fails is logged. */
export abstract class Job implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly log = new Logger(this.constructor.name);
  protected readonly every: Every;

  constructor(intervalMs: number) {
    this.every = new Every(
      intervalMs,
      () => this.turn(),
      (error) => this.log.error(error),
    );
  }

  onApplicationBootstrap(): void | Promise<void> {
    this.every.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.every.stop();
  }

  protected abstract turn(): Promise<void>;
}
