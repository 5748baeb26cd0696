import type { WaitingCount, WaitingForLock } from './backlog.js';
import type { MessageConsumer } from './message-consumer.js';
import { Loop } from './loop.js';

/** How often a consumer retries waiting messages. */
const RETRY_MS = 30_000;
/** The same while processes of another build run, which limits the delay of kept messages. */
const UPGRADE_RETRY_MS = 1_000;
/** How often it tries messages again that wait for locks, if it knows of some; and looks for those of processes that are gone. */
const LOCKED_RETRY_MS = 1_000;
const LOCKED_LOOK_MS = 30_000;

export interface RetryNotices {
  /** What waits after a turn is not what waited before it; nothing any more where the list is empty. */
  onWaiting(waiting: readonly WaitingCount[]): void;
  /** The locks for which messages wait are not those for which they waited before; none any more where the list is empty. */
  onWaitingForLocks(waiting: readonly WaitingForLock[]): void;
  onRetryError(error: unknown): void;
}

/** Retries waiting messages periodically from the start on, and sends heartbeats to the other builds. */
export class Retries {
  private readonly loop = new Loop(() => this.step());
  private readonly locked = new Loop(() => this.lockedStep());
  private reported = '[]';
  private reportedLocks = '';

  constructor(
    private readonly delivery: MessageConsumer,
    private readonly notices: RetryNotices,
  ) {}

  start(): void {
    this.loop.start();
    this.locked.start();
  }

  /** Messages were set aside until a lock is free. */
  onLocked(): void {
    if (this.reportedLocks === '') this.locked.trigger();
  }

  /** Resolves when the current turn has ended. */
  async stop(): Promise<void> {
    await Promise.all([this.loop.stop(), this.locked.stop()]);
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

  private async lockedStep(): Promise<number> {
    try {
      const waiting = await this.delivery.retryLocked();
      const locks = waiting.map(({ lock }) => lock).join();
      if (locks !== this.reportedLocks) this.notices.onWaitingForLocks(waiting);
      this.reportedLocks = locks;
    } catch (error) {
      this.notices.onRetryError(error);
    }
    return this.reportedLocks === '' ? LOCKED_LOOK_MS : LOCKED_RETRY_MS;
  }

  private async report(): Promise<void> {
    const waiting = await this.delivery.backlog.counts();
    const text = JSON.stringify(waiting);
    if (text !== this.reported) this.notices.onWaiting(waiting);
    this.reported = text;
  }
}
