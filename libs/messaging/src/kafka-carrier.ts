import type { Envelope } from '@corridor/contracts';
import type { Admin, EachBatchPayload, Kafka, KafkaMessage, Message, Producer } from 'kafkajs';
import {
  EventCarrier,
  type ConsumerSubscription,
  type Lag,
  type Outgoing,
  type Restored,
} from './carrier.js';
import type { Backfill } from './backfill.js';
import { KafkaGroup } from './kafka-group.js';
import { KafkaOffsets } from './kafka-offsets.js';
import { AGAIN, BACKFILL, CONSUMER } from './log-gaps.js';
import { LostTopics } from './lost-topics.js';
import { RETRY, SESSION_TIMEOUT_MS, type KafkaSettings, clientOf } from './kafka-client.js';
import { type Subscribed, whyStopped } from './kafka-stops.js';
import { KafkaLags } from './kafka-lags.js';
import { batchesOf, inEachPartition, toEnvelope, toRecord, toRecordFor } from './kafka-records.js';
import { keepFor, makeTopic, offsetsOf, topicOf } from './kafka-topics.js';
import { arrived } from './message-spans.js';
import { patchIdleTimers } from './kafka-idle-patch.js';

/** A broker that is there responds far sooner; a connection that is lost without notice would stop all sends for minutes. */
const SEND_TIMEOUT_MS = 5_000;
/** For the offsets of groups: shorter than metrics wait for them. */
const LAGS_TIMEOUT_MS = 1_500;
/** A coordinator may have changed. */
const LAGS_RETRY = { initialRetryTime: 100, retries: 1 };
const DELIVER_AT_ONCE = 100;
const RETRY_MS = 500;
/**
 * How long a rebalance waits for a member that lives; kafkajs waits 5 s longer for the response. A minute, its default, is also how long it would wait on
 * a connection that is lost without notice. A member has to respond within its session anyway.
 */
const REBALANCE_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 1_000;

/**
 * Carries messages through Kafka: one topic per service, key = stream id, so that Kafka keeps a stream's order; one
 * consumer group per service. CloudEvents 1.0 in binary mode.
 *
 * Kafka's offsets are only a hint: an offset is resolved after the database has committed, and checkpoints detect
 * duplicates. No Kafka transactions.
 */
export class KafkaCarrier extends EventCarrier {
  private readonly kafka: Kafka;
  private readonly producer: Producer;
  private readonly subscribed: Subscribed[] = [];
  /** When the attempts under way to deliver began. */
  private deliveries: { readonly since: number }[] = [];
  private readonly consumers = new Set<string>();
  private readonly groupLags: KafkaLags;
  /** The connections of the relay: an admin client, and the producer. */
  private connected: Promise<Admin> | null = null;
  private closing = false;
  private readonly offsets: KafkaOffsets;
  private readonly lost = new LostTopics();
  /** Topics whose retention is as the settings say. */
  private readonly kept = new Set<string>();

  constructor(
    private readonly settings: KafkaSettings,
    /** Of what is tried again. */
    private readonly onError: (error: unknown) => void,
  ) {
    super();
    patchIdleTimers();
    this.kafka = clientOf(settings, RETRY);
    this.groupLags = new KafkaLags(
      () => clientOf(settings, LAGS_RETRY, LAGS_TIMEOUT_MS).admin(),
      (consumer) => this.groupId(consumer),
      new Map(settings.services.map((name) => [name, this.topic(name)])),
    );
    this.offsets = new KafkaOffsets(
      () => clientOf(settings, { retries: 2 }).admin(),
      settings.services.map((service) => [service, this.topic(service)]),
    );
    this.producer = clientOf(settings, RETRY, SEND_TIMEOUT_MS).producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      maxInFlightRequests: 1,
      retry: { retries: 0 }, // the relay sends again
    });
  }

  override send(source: string, messages: readonly Outgoing[]): Promise<void> {
    return this.sendAs(toRecord, source, messages);
  }

  /** Of the topics only that of the service: if others created it, its relay would not notice that it was lost. */
  override prepare(source: string): Promise<{ readonly isEmpty: boolean }> {
    const topic = this.topic(source);
    return this.connectedFor(async (admin) => {
      await makeTopic(admin, topic, this.settings);
      if (!this.kept.has(topic)) await this.keep(admin, topic);
      const offsets = await offsetsOf(admin, topic);
      return {
        isEmpty: this.lost.beginsAnew(
          topic,
          offsets.every(({ high }) => high === '0'),
        ),
      };
    });
  }

  /** Without the permission for it, messages are kept for as long as the topic says, and publishing goes on. */
  private async keep(admin: Admin, topic: string): Promise<void> {
    try {
      await keepFor(admin, topic, this.settings.retentionHours);
    } catch (error) {
      if ((error as { type?: unknown }).type !== 'TOPIC_AUTHORIZATION_FAILED') throw error;
      this.onError(new Error(`the retention of ${topic} cannot be set`, { cause: error }));
    }
    this.kept.add(topic);
  }

  override beginAgain(source: string, since: string | null): Promise<void> {
    return this.mark(source, { [AGAIN]: since ?? '' });
  }

  override async groups(): Promise<string[]> {
    const prefix = this.groupId('');
    const all = await this.offsets.groups();
    return all.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  }

  override beginBackfill({ source, consumer, since }: Backfill): Promise<void> {
    return this.mark(source, { [CONSUMER]: consumer, [BACKFILL]: since ?? '' });
  }

  override sendTo(backfill: Backfill, messages: readonly Outgoing[]): Promise<void> {
    return this.sendAs((message) => toRecordFor(backfill, message), backfill.source, messages);
  }

  override endBackfill({ source, consumer, since }: Backfill): Promise<void> {
    return this.mark(source, { [CONSUMER]: consumer, [AGAIN]: since ?? '' });
  }

  private sendAs(recordOf: (message: Outgoing) => Message, source: string, messages: readonly Outgoing[]) {
    return this.connectedFor(async () => {
      for (const batch of batchesOf(messages)) await this.produce(this.topic(source), batch.map(recordOf));
    });
  }

  /** In each partition, for the groups that read it. */
  private mark(source: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const topic = this.topic(source);
    return this.connectedFor(async (admin) =>
      this.produce(topic, await inEachPartition(admin, topic, headers)),
    );
  }

  private async produce(topic: string, messages: Message[]): Promise<void> {
    this.lost.follow(await this.producer.send({ topic, acks: -1, messages }));
  }

  override whyStopped(service: string): string | null {
    const mine = this.subscribed.filter((one) => one.service === service);
    return whyStopped(
      mine,
      this.settings.services.map((source) => [source, this.topic(source)]),
    );
  }

  override get restored(): readonly Restored[] {
    return this.subscribed.flatMap(({ consumer, group: { restoredOn: at } }) =>
      at ? [{ consumer, at }] : [],
    );
  }

  override lagOf(consumer: string): Promise<Lag[]> {
    return this.groupLags.of([consumer]);
  }

  override messagesSince(_consumer: string, since: Date | null): Promise<number> {
    return this.offsets.messagesSince(since);
  }

  override rewind(consumer: string, since: Date | null): Promise<boolean> {
    return this.offsets.rewind(this.groupId(consumer), since);
  }

  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    this.consumers.add(subscription.consumer);
    const options = {
      groupId: this.groupId(subscription.consumer),
      name: subscription.consumer,
      topics: this.settings.services.map((name) => this.topic(name)),
      allowAutoTopicCreation: false,
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: 1_000, // only while there is nothing: a broker responds to the first record at once
      retry: { retries: 1 }, // then a new consumer connects again, which a retry does not
    };
    const group = new KafkaGroup(this.kafka, options, this.onError, subscription.offsets);
    const { consumer, service = consumer } = subscription;
    this.subscribed.push({ service, consumer, group });
    void group.run(
      () => this.topicsExist(),
      async () => (await subscription.isPaused?.()) ?? false,
      (batch, records) => this.eachBatch(batch, records, subscription),
    );
    return Promise.resolve();
  }

  /** Rejects while no broker responds; messages wait in the meantime. */
  async ping(): Promise<void> {
    const admin = clientOf(this.settings, { retries: 0 }).admin();
    try {
      await admin.connect();
      await admin.describeCluster();
    } finally {
      await admin.disconnect();
    }
  }

  override lags(): Promise<Lag[]> {
    return this.groupLags.of([...this.consumers]);
  }

  override async close(): Promise<void> {
    this.closing = true;
    await this.groupLags.close();
    await Promise.all(this.subscribed.map(({ group }) => group.close()));
    await this.producer.disconnect();
    await (await this.connected)?.disconnect();
  }

  override silentMs(): number {
    return Math.max(
      0,
      ...this.subscribed.map(({ group }) => group.silentMs()),
      ...this.deliveries.map(since),
    );
  }

  /** Never throws: kafkajs would stall the other partitions for seconds. */
  private async eachBatch(
    batch: EachBatchPayload,
    records: readonly KafkaMessage[],
    subscription: ConsumerSubscription,
  ): Promise<boolean> {
    const { partition, topic } = batch.batch;
    const source = this.settings.services.find((one) => this.topic(one) === topic) ?? topic;
    for (let from = 0; from < records.length; from += DELIVER_AT_ONCE) {
      const chunk = records.slice(from, from + DELIVER_AT_ONCE);
      if (!(await this.delivered(batch, () => this.handOver(chunk, partition, subscription)))) return false;
      batch.resolveOffset(chunk.at(-1)?.offset ?? '0');
      this.noteMove(subscription.consumer, source);
      await batch.heartbeat().catch(this.onError);
    }
    return true;
  }

  /** For skipped messages only the headers are read. */
  private async handOver(
    records: readonly KafkaMessage[],
    partition: number,
    { skipped, deliver }: ConsumerSubscription,
  ) {
    const types = new Set(await skipped());
    const envelopes = records
      .filter(({ headers }) => !types.has(String(headers?.['ce_type'])))
      .flatMap((record) => this.readable(record, partition));
    if (envelopes.length > 0) await deliver(envelopes);
  }

  /** A record that is not a valid message is reported and skipped: it can never be delivered. */
  private readable(record: KafkaMessage, partition: number): Envelope[] {
    try {
      const traceparent = record.headers?.['traceparent']?.toString() ?? null;
      return [arrived(toEnvelope(record), { traceparent, partition, offset: record.offset })];
    } catch (error) {
      this.onError(error);
      return [];
    }
  }

  /** Retries until the database accepts it; stops if the partition was assigned to another process. */
  private async delivered({ isRunning, isStale, heartbeat }: EachBatchPayload, attempt: () => Promise<void>) {
    while (isRunning() && !isStale() && !this.closing) {
      const delivery = { since: performance.now() };
      this.deliveries.push(delivery);
      try {
        await attempt();
        return true;
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        await heartbeat().catch(this.onError);
      } finally {
        this.deliveries = this.deliveries.filter((one) => one !== delivery);
      }
    }
    return false;
  }

  /** kafkajs would try again on the same connections, even if these were lost without notice: after an error there are new ones. */
  private async connectedFor<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = await this.connect();
    try {
      return await work(admin);
    } catch (error) {
      this.connected = null;
      await Promise.all([this.producer.disconnect(), admin.disconnect()]);
      throw error;
    }
  }

  private connect(): Promise<Admin> {
    this.connected ??= this.open().catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    return this.connected;
  }

  private async open(): Promise<Admin> {
    const admin = clientOf(this.settings, RETRY, SEND_TIMEOUT_MS).admin({ retry: { retries: 2 } });
    await admin.connect();
    await this.producer.connect();
    return admin;
  }

  /** @throws Error for one that its service has not created yet, or not again */
  private async topicsExist(): Promise<void> {
    const admin = this.kafka.admin({ retry: { retries: 2 } });
    try {
      await admin.connect();
      const found = new Set(await admin.listTopics());
      const missing = this.settings.services.map((one) => this.topic(one)).filter((one) => !found.has(one));
      if (missing.length > 0) throw new Error(`topics that their services have to create: ${missing.join()}`);
    } finally {
      await admin.disconnect();
    }
  }

  private groupId(consumer: string): string {
    return `${this.settings.prefix}.${consumer}`;
  }

  private topic(service: string): string {
    return topicOf(this.settings, service);
  }
}

/** Whether something failed because of the brokers, not of the database. */
export const isOfBroker = (error: unknown): boolean =>
  error instanceof Error && error.name.startsWith('KafkaJS');

const since = (delivery: { readonly since: number }) => performance.now() - delivery.since;
