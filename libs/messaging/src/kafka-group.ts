import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Consumer, ConsumerConfig, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { type LogGap, LogGaps } from './log-gaps.js';
import { OffsetCommits } from './offset-commits.js';
import { type PartitionOffset, type StoredOffsets, nameOf } from './stored-offsets.js';

/** How often a group looks whether it is paused. */
const LOOK_MS = 1_000;
/** Pause before a new consumer. */
const RETRY_MS = 500;

/** Resolves the offsets of records that it has handled. @returns whether it has handled all of them */
export type HandleRecords = (batch: EachBatchPayload, records: readonly KafkaMessage[]) => Promise<boolean>;

export interface GroupOptions extends ConsumerConfig {
  readonly topics: readonly string[];
  /** Its name in records that are for one consumer. */
  readonly name: string;
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
  private readonly logGaps: LogGaps;
  private consumer: Consumer | null = null;
  private closing = false;
  /** Consumers that have been replaced. */
  private readonly leaving = new Set<Promise<void>>();
  private end: () => void = () => undefined;
  /** Resolves when the offsets of the assigned partitions are compared: nothing is handled before. */
  private compared: Promise<void> = Promise.resolve();
  private restored: Date | null = null;
  /** When it last began to consume, had a response of the coordinator, or asked for messages. */
  private lastSign = performance.now();

  constructor(
    private readonly kafka: Kafka,
    private readonly options: GroupOptions,
    private readonly onError: (error: unknown) => void,
    private readonly stored?: StoredOffsets,
  ) {
    this.logGaps = new LogGaps(options.name, ({ topic, partition, from, upTo }) =>
      onError(
        new Error(
          `${topic}/${partition} begins at ${upTo}, and ${from} is next: messages were removed unread`,
        ),
      ),
    );
    this.commits = new OffsetCommits(onError, this.logGaps, stored);
  }

  /** What was removed before it was read, of the partitions that this process has. */
  get gaps(): readonly LogGap[] {
    return this.logGaps.all;
  }

  /** Whether it gets what it lacks of a topic, and nothing else of it. */
  isBackfilled(topic: string): boolean {
    return this.logGaps.isBackfilled(topic);
  }

  /** When it has last read again what its database does not know; null if it never had to. */
  get restoredOn(): Date | null {
    return this.restored;
  }

  /**
   * Until it is closed, also while no broker is available.
   * @param prepare before each consumer; rejects if there cannot be one now
   * @param isPaused whether it leaves the group for now
   * @param handle resolves offsets, which are committed here
   */
  async run(
    prepare: () => Promise<void>,
    isPaused: () => Promise<boolean>,
    handle: HandleRecords,
  ): Promise<void> {
    while (!this.closing) {
      this.lastSign = performance.now();
      try {
        if (await isPaused()) await sleep(LOOK_MS);
        else {
          await prepare();
          await this.consumeUntil(isPaused, handle);
        }
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  silentMs(): number {
    return this.closing ? 0 : performance.now() - this.lastSign;
  }

  private async consumeUntil(isPaused: () => Promise<boolean>, handle: HandleRecords): Promise<void> {
    const look = setInterval(() => {
      isPaused().then((isSo) => isSo && this.end(), this.onError);
    }, LOOK_MS);
    try {
      await this.consume(handle);
    } finally {
      clearInterval(look);
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
  private async consume(handle: HandleRecords): Promise<void> {
    const { topics, name: _, ...config } = this.options;
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
    consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      this.compared = this.compare(consumer, memberAssignment);
    });
    const { GROUP_JOIN, HEARTBEAT, FETCH } = consumer.events;
    for (const sign of [GROUP_JOIN, HEARTBEAT, FETCH])
      consumer.on(sign, () => {
        if (consumer === this.consumer) this.lastSign = performance.now();
      });
    this.consumer = consumer;
    try {
      await Promise.race([ended, this.started(consumer, topics, handle)]);
      if (!this.closing) await ended;
    } finally {
      this.leave(consumer);
    }
  }

  private async started(consumer: Consumer, topics: readonly string[], handle: HandleRecords): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      eachBatchAutoResolve: false,
      autoCommit: false,
      partitionsConsumedConcurrently: 3,
      eachBatch: async (batch) => {
        await this.compared;
        if (await handle(batch, await this.readable(batch)))
          batch.resolveOffset(batch.batch.messages.at(-1)?.offset ?? '0');
        if (!this.closing && consumer === this.consumer) this.commits.later(batch);
      },
    });
  }

  private readable({ batch: { topic, partition, messages } }: EachBatchPayload) {
    const at = { topic, partition };
    return this.logGaps.readable(at, messages, async () => {
      const kept = await this.kept([{ ...at, offset: 0n }]);
      return kept.find((one) => one.partition === partition)?.offset ?? 0n;
    });
  }

  /** Reads again what the database of the group does not know: it was restored. Until that is known, it tries again. */
  private async compare(consumer: Consumer, assigned: Readonly<Record<string, number[]>>): Promise<void> {
    while (this.stored && !this.closing && consumer === this.consumer)
      try {
        await this.compareOnce(consumer, this.stored, await this.committed(assigned));
        return;
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
  }

  private async compareOnce(
    consumer: Consumer,
    stored: StoredOffsets,
    committed: readonly PartitionOffset[],
  ): Promise<void> {
    const known = await stored.of(committed);
    this.logGaps.expect(known, await this.kept(committed));
    const ofBroker = new Map(committed.map((one) => [nameOf(one), one.offset]));
    for (const one of known) {
      if (one.offset >= (ofBroker.get(nameOf(one)) ?? 0n)) continue;
      const { topic, partition, offset } = one;
      consumer.seek({ topic, partition, offset: String(offset) });
      this.restored = new Date();
      this.onError(
        new Error(`the database was restored: ${topic}/${partition} is read again from ${offset}`),
      );
    }
  }

  /** The first offsets of these partitions that the broker has. */
  private kept(of: readonly PartitionOffset[]): Promise<PartitionOffset[]> {
    return this.asked(async (admin) => {
      const kept: PartitionOffset[] = [];
      for (const topic of new Set(of.map((one) => one.topic)))
        for (const { partition, low } of await admin.fetchTopicOffsets(topic))
          kept.push({ topic, partition, offset: BigInt(low) });
      return kept;
    });
  }

  private async committed(assigned: Readonly<Record<string, number[]>>): Promise<PartitionOffset[]> {
    const topics = Object.keys(assigned);
    if (topics.length === 0) return [];
    return this.asked(async (admin) => {
      const found = await admin.fetchOffsets({ groupId: this.options.groupId, topics });
      return found.flatMap(({ topic, partitions }) =>
        partitions
          .filter(({ partition }) => assigned[topic]?.includes(partition))
          .map(({ partition, offset }) => ({
            topic,
            partition,
            offset: BigInt(Math.max(0, Number(offset))),
          })),
      );
    });
  }

  private async asked<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
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
