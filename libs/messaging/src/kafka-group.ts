import type { Consumer, ConsumerConfig, EachBatchHandler, Kafka } from 'kafkajs';
import { OffsetCommits } from './offset-commits.js';

/** Pause before a new consumer. */
const RETRY_MS = 500;

export interface GroupOptions extends ConsumerConfig {
  readonly topics: readonly string[];
}

/**
 * A member of a consumer group, for as long as it is not closed. kafkajs restarts a consumer after some errors and gives up
 * after others, among them a connection that is lost while the group's coordinator is looked up: here a new consumer
 * follows each one that has crashed, for whatever reason.
 */
export class KafkaGroup {
  private readonly commits: OffsetCommits;
  private consumer: Consumer | null = null;
  private closing = false;
  private end: () => void = () => undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly options: GroupOptions,
    private readonly onError: (error: unknown) => void,
  ) {
    this.commits = new OffsetCommits(onError);
  }

  /**
   * Until it is closed, also while no broker is available.
   * @param prepare before each consumer; rejects if there cannot be one now
   * @param eachBatch resolves offsets, which are committed here
   */
  async run(prepare: () => Promise<void>, eachBatch: EachBatchHandler): Promise<void> {
    while (!this.closing) {
      try {
        await prepare();
        await this.consume(eachBatch);
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.commits.now();
    await this.consumer?.disconnect();
    this.end();
  }

  /** @throws Error when its consumer has crashed */
  private async consume(eachBatch: EachBatchHandler): Promise<void> {
    const { topics, ...config } = this.options;
    const consumer = this.kafka.consumer({
      ...config,
      retry: { ...config.retry, restartOnFailure: () => Promise.resolve(false) },
    });
    const ended = new Promise<void>((resolve, reject) => {
      this.end = resolve;
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    ended.catch(() => undefined); // it may crash before it is awaited
    this.consumer = consumer;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        eachBatchAutoResolve: false,
        autoCommit: false,
        partitionsConsumedConcurrently: 3,
        eachBatch: async (batch) => {
          await eachBatch(batch);
          if (!this.closing) this.commits.later(batch);
        },
      });
      if (!this.closing) await ended;
    } finally {
      await consumer.disconnect();
    }
  }
}
