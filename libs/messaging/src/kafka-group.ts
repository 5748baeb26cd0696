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
 *
 * It also follows one that has had no response to a request. kafkajs would repeat the request on the same connection, which may be lost
 * without notice; and no time limit is shorter than a session, so the group has lost this member anyway.
 */
export class KafkaGroup {
  private readonly commits: OffsetCommits;
  private consumer: Consumer | null = null;
  private closing = false;
  /** Consumers that have been replaced. */
  private readonly leaving = new Set<Promise<void>>();
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
    await Promise.all(this.leaving);
  }

  /** @throws Error when its consumer has crashed, or has had no response */
  private async consume(eachBatch: EachBatchHandler): Promise<void> {
    const { topics, ...config } = this.options;
    const consumer = this.kafka.consumer({
      ...config,
      retry: { ...config.retry, restartOnFailure: () => Promise.resolve(false) },
    });
    const ended = new Promise<void>((resolve, reject) => {
      this.end = resolve;
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer.on(consumer.events.REQUEST_TIMEOUT, ({ payload: { apiName, broker, pendingDuration } }) =>
        reject(new Error(`no response to ${apiName} from ${broker} for ${pendingDuration} ms`)),
      );
    });
    ended.catch(() => undefined); // it may crash before it is awaited
    this.consumer = consumer;
    try {
      await Promise.race([ended, this.started(consumer, topics, eachBatch)]);
      if (!this.closing) await ended;
    } finally {
      this.leave(consumer);
    }
  }

  private async started(
    consumer: Consumer,
    topics: readonly string[],
    eachBatch: EachBatchHandler,
  ): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      eachBatchAutoResolve: false,
      autoCommit: false,
      partitionsConsumedConcurrently: 3,
      eachBatch: async (batch) => {
        await eachBatch(batch);
        if (!this.closing && consumer === this.consumer) this.commits.later(batch);
      },
    });
  }

  /** Nobody waits for it: on a lost connection it takes as long as a request may. Deliveries in progress end by themselves. */
  private leave(consumer: Consumer): void {
    const left = consumer
      .disconnect()
      .catch(this.onError)
      .finally(() => this.leaving.delete(left));
    this.leaving.add(left);
  }
}
