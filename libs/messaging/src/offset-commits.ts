import type { EachBatchPayload, OffsetsByTopicPartition } from 'kafkajs';
import type { LogGaps } from './log-gaps.js';
import type { PartitionOffset, StoredOffsets } from './stored-offsets.js';

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

  constructor(
    private readonly onError: (error: unknown) => void,
    private readonly gaps: Pick<LogGaps, 'committable'>,
    private readonly stored?: Pick<StoredOffsets, 'save'>,
  ) {}

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
      if (last) await this.commit(last);
    } catch (error) {
      this.onError(error); // the offsets are committed with those of the next batch
    }
  }
  private async commit({ uncommittedOffsets, commitOffsetsIfNecessary }: Batch): Promise<void> {
    const offsets = this.gaps.committable(partitionsOf(uncommittedOffsets()));
    if (offsets.length === 0) return;
    await this.stored?.save(offsets);
    await commitOffsetsIfNecessary(topicsOf(offsets));
  }
}

const partitionsOf = ({ topics }: OffsetsByTopicPartition): PartitionOffset[] =>
  topics.flatMap(({ topic, partitions }) =>
    partitions.map(({ partition, offset }) => ({ topic, partition, offset: BigInt(offset) })),
  );

const topicsOf = (offsets: readonly PartitionOffset[]): OffsetsByTopicPartition => ({
  topics: offsets.map(({ topic, partition, offset }) => ({
    topic,
    partitions: [{ partition, offset: String(offset) }],
  })),
});
