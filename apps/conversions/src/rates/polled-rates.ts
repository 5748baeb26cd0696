import type { LiveQuote } from '@corridor/conversions-contract';
import type { Clock } from '@corridor/kernel';
import { PeriodicTask } from '@corridor/platform';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { RateSource } from './rate-source.js';

export interface Polling {
  /** How often new rates are read, and how often while there are none. */
  readonly refreshMs: number;
  readonly retryMs: number;
  /** Null if the document has not changed. @throws Error with the reason */
  read(): Promise<string | null>;
}

/**
 * Rates of a document that is read by a timer, never for a request. Quotes come from its last valid version: an unavailable
 * or invalid one changes nothing and is logged, and the quotes become too old.
 */
export abstract class PolledRates extends RateSource implements OnModuleInit, OnModuleDestroy {
  override readonly isSimulated = false;
  protected readonly log = new Logger(this.constructor.name);
  protected latest: readonly LiveQuote[] = [];
  private readonly task: PeriodicTask;
  private dueAtMs = 0;

  constructor(
    override readonly name: string,
    protected readonly clock: Clock,
    private readonly polling: Polling,
  ) {
    super();
    this.task = new PeriodicTask(
      Math.min(polling.refreshMs, polling.retryMs),
      () => this.turn(),
      (error) => this.log.error(error),
    );
  }

  /** With rates the process starts ready; without them it starts too. */
  async onModuleInit(): Promise<void> {
    this.task.start();
    await this.task.turn();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  override quotes(): readonly LiveQuote[] {
    return this.latest;
  }

  override trouble(): string | null {
    return this.latest.length > 0 ? null : 'There are no rates: the source in RATES could not be read yet.';
  }

  /** Reads new rates when they are due. */
  async turn(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (nowMs < this.dueAtMs) return;
    const { refreshMs, retryMs } = this.polling;
    try {
      await this.readNow();
    } catch (error) {
      this.report(`${this.name} could not be used: ${(error as Error).message}`);
    }
    this.dueAtMs = nowMs + (this.latest.length > 0 ? refreshMs : retryMs);
  }

  /** @throws Error with the reason */
  async readNow(): Promise<void> {
    const document = await this.polling.read();
    if (document !== null) this.take(document);
  }

  /** Accepts a document as a whole. @throws Error with the reason */
  protected abstract take(document: string): void;

  /** Logs why a document was not accepted. */
  protected abstract report(issue: string): void;
}
