import type { WaitingCount } from './backlog.js';
import type { MessageConsumer } from './message-consumer.js';
import { Loop } from './loop.js';

/** How often a consumer retries waiting messages. */
const RETRY_MS = 30_000;
/** The same while processes of another build run, which limits the delay of kept messages. */
const UPGRADE_RETRY_MS = 1_000;

export interface RetryNotices {
  /** What waits after a turn is not what waited before it; nothing any more where the list is empty. */
  onWaiting(waiting: readonly WaitingCount[]): void;
  onRetryError(error: unknown): void;
}

/** Retries waiting messages periodically from the start on, and sends heartbeats to the other builds. */
export class Retries {
  private readonly loop = new Loop(() => this.step());
  private reported = '[]';

  constructor(
    private readonly delivery: MessageConsumer,
    private readonly notices: RetryNotices,
  ) {}

  start(): void {
    this.loop.start();
  }

  /** Resolves when the current turn has ended. */
  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async step(): Promise<number> {
    try {
      await this.delivery.generations.seen();
      await this.delivery.retryAll();
      await this.report();
      return (await this.delivery.generations.areOthersAlive()) ? UPGRADE_RETRY_MS : RETRY_MS;
    } catch (error) {
      this.notices.onRetryError(error);
      return RETRY_MS;
    }
  }

  private async report(): Promise<void> {
    const waiting = await this.delivery.backlog.counts();
    const text = JSON.stringify(waiting);
    if (text !== this.reported) this.notices.onWaiting(waiting);
    this.reported = text;
  }
}
