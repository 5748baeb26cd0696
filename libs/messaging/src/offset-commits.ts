import type { EachBatchPayload } from 'kafkajs';

/** Maximum age of an offset that is not committed. */
const COMMIT_MS = 1_000;

type Batch = Pick<EachBatchPayload, 'uncommittedOffsets' | 'commitOffsetsIfNecessary'>;

/**
 * Commits the offsets of a consumer at intervals. After each batch, as kafkajs does it, the next fetch would wait for the
 * broker. Messages whose offset is not committed come again after a crash or a rebalance, and checkpoints recognize them.
 */
export class OffsetCommits {
  private last: Batch | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onError: (error: unknown) => void) {}

  /** After a batch whose offsets are resolved. */
  later(batch: Batch): void {
    this.last = batch;
    this.timer ??= setTimeout(() => void this.now(), COMMIT_MS);
  }

  async now(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { last } = this;
    this.last = null;
    try {
      await last?.commitOffsetsIfNecessary(last.uncommittedOffsets());
    } catch (error) {
      this.onError(error); // the offsets are committed with those of the next batch
    }
  }
}
