import type { DueSubscription } from './delivery-trigger.js';

/**
 * Collects what is added while the previous batch is being sent, so that a burst of commits needs few jobs. A
 * subscription occurs once in a batch.
 */
export class Burst {
  private readonly pending = new Map<string, DueSubscription>();
  private flushing: Promise<void> | null = null;

  /** @param handOver must not reject */
  constructor(private readonly handOver: (due: readonly DueSubscription[]) => Promise<void>) {}

  add(due: readonly DueSubscription[]): void {
    for (const one of due)
      if (!this.pending.get(one.subscriptionId)?.isAfresh) this.pending.set(one.subscriptionId, one);
    this.flushing ??= this.flush().finally(() => (this.flushing = null));
  }

  /** Resolves when all has been handed over. */
  async flushed(): Promise<void> {
    await this.flushing;
  }

  private async flush(): Promise<void> {
    await Promise.resolve(); // what is added in the same turn goes along
    while (this.pending.size > 0) {
      const due = [...this.pending.values()];
      this.pending.clear();
      await this.handOver(due);
    }
  }
}
