import type { Envelope, MessageType } from '@corridor/contracts';
import { decodeJson } from '@corridor/kernel';
import {
  type Admin,
  type EachBatchPayload,
  Kafka,
  type KafkaMessage,
  logLevel,
  type Producer,
  type RetryOptions,
} from 'kafkajs';
import { EventCarrier, type Outgoing, type ConsumerSubscription } from './carrier.js';
import type { StoredEnvelope } from './envelope.js';
import { KafkaGroup } from './kafka-group.js';
import { patchIdleTimers } from './kafka-idle-patch.js';

export interface KafkaSettings {
  readonly brokers: readonly string[];
  /** Prefix of topics and groups. */
  readonly prefix: string;
  /** The services whose topics exist; each consumer reads all of them. */
  readonly services: readonly string[];
  readonly partitions?: number;
  readonly replicationFactor?: number;
}

/** A broker that is there responds far sooner; a connection that is lost without notice would stop all sends for minutes. */
const SEND_TIMEOUT_MS = 5_000;
const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 };
const DELIVER_AT_ONCE = 100;
const RETRY_MS = 500;
/**
 * When the partitions of a killed process go to another one: the shortest time that brokers allow by default, and shorter than the
 * wait of a request for its messages. Others notice by their next heartbeat.
 */
const SESSION_TIMEOUT_MS = 6_000;
/**
 * How long a rebalance waits for a member that lives; kafkajs waits 5 s longer for the response. A minute, its default, is also how long it would wait on
 * a connection that is lost without notice. A member has to respond within its session anyway.
 */
const REBALANCE_TIMEOUT_MS = 10_000;
/** Longer than a group waits for a member that is gone: who gives up before that joins again and again. */
const GROUP_TIMEOUT_MS = SESSION_TIMEOUT_MS + 2_000;
const HEARTBEAT_MS = 1_000;
/** Half of a broker's default `message.max.bytes`: headers and keys come on top. */
const MAX_BATCH_BYTES = 512 * 1024;

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
  private readonly groups: KafkaGroup[] = [];
  private connected: Promise<void> | null = null;
  private closing = false;

  constructor(
    private readonly settings: KafkaSettings,
    /** Of what is tried again. */
    private readonly onError: (error: unknown) => void,
  ) {
    super();
    patchIdleTimers();
    this.kafka = clientOf(settings, RETRY);
    this.producer = clientOf(settings, RETRY, SEND_TIMEOUT_MS).producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      maxInFlightRequests: 1,
      retry: { retries: 0 }, // the relay sends again
    });
  }

  override async send(source: string, messages: readonly Outgoing[]): Promise<void> {
    await this.connect();
    try {
      for (const batch of batchesOf(messages))
        await this.producer.send({ topic: this.topic(source), acks: -1, messages: batch.map(toRecord) });
    } catch (error) {
      // kafkajs would send again on the same connection, even if that was lost without notice.
      this.connected = null;
      await this.producer.disconnect();
      throw error;
    }
  }

  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    const options = {
      groupId: `${this.settings.prefix}.${subscription.consumer}`,
      topics: this.settings.services.map((name) => this.topic(name)),
      allowAutoTopicCreation: false,
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: 1_000, // only while there is nothing: a broker responds to the first record at once
      retry: { retries: 1 }, // then a new consumer connects again, which a retry does not
    };
    const group = new KafkaGroup(this.kafka, options, this.onError);
    this.groups.push(group);
    void group.run(
      () => this.connect(),
      (batch) => this.eachBatch(batch, subscription),
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

  override async close(): Promise<void> {
    this.closing = true;
    await Promise.all(this.groups.map((group) => group.close()));
    await this.producer.disconnect();
  }

  /** Never throws: kafkajs would stall the other partitions for seconds. */
  private async eachBatch(batch: EachBatchPayload, subscription: ConsumerSubscription) {
    const { messages } = batch.batch;
    for (let from = 0; from < messages.length; from += DELIVER_AT_ONCE) {
      const chunk = messages.slice(from, from + DELIVER_AT_ONCE);
      if (!(await this.delivered(batch, () => this.handOver(chunk, subscription)))) return;
      batch.resolveOffset(chunk.at(-1)?.offset ?? '0');
      await batch.heartbeat().catch(this.onError);
    }
  }

  /** For skipped messages only the headers are read. */
  private async handOver(records: readonly KafkaMessage[], { skipped, deliver }: ConsumerSubscription) {
    const types = new Set(await skipped());
    const envelopes = records
      .filter(({ headers }) => !types.has(String(headers?.['ce_type'])))
      .flatMap((record) => this.readable(record));
    if (envelopes.length > 0) await deliver(envelopes);
  }

  /** A record that is not a valid message is reported and skipped: it can never be delivered. */
  private readable(record: KafkaMessage): Envelope[] {
    try {
      return [toEnvelope(record)];
    } catch (error) {
      this.onError(error);
      return [];
    }
  }

  /** Retries until the database accepts it; stops if the partition was assigned to another process. */
  private async delivered({ isRunning, isStale, heartbeat }: EachBatchPayload, attempt: () => Promise<void>) {
    while (isRunning() && !isStale() && !this.closing) {
      try {
        await attempt();
        return true;
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        await heartbeat().catch(this.onError);
      }
    }
    return false;
  }

  private connect(): Promise<void> {
    this.connected ??= this.open().catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    return this.connected;
  }

  private async open(): Promise<void> {
    const admin = this.kafka.admin({ retry: { retries: 2 } });
    try {
      await admin.connect();
      await this.createTopics(admin);
    } finally {
      await admin.disconnect();
    }
    await this.producer.connect();
  }

  /** @throws Error when a topic has another number of partitions: keys would move between them and lose their order */
  private async createTopics(admin: Admin): Promise<void> {
    const { services, partitions = 6, replicationFactor = 1 } = this.settings;
    const topics = services.map((name) => this.topic(name));
    const configEntries = [
      { name: 'retention.ms', value: '-1' }, // a group may join late, or for the first time
      { name: 'min.insync.replicas', value: String(Math.max(1, replicationFactor - 1)) },
    ];
    await admin.createTopics({
      waitForLeaders: true,
      topics: topics.map((topic) => ({ topic, numPartitions: partitions, replicationFactor, configEntries })),
    });
    const { topics: found } = await admin.fetchTopicMetadata({ topics });
    for (const { name, partitions: there } of found) {
      if (there.length !== partitions)
        throw new Error(`topic ${name} has ${there.length} partitions, not ${partitions}`);
    }
  }

  private topic(service: string): string {
    return `${this.settings.prefix}.${service}.events`;
  }
}

const clientOf = (
  { prefix, brokers }: KafkaSettings,
  retry: RetryOptions,
  requestTimeout = GROUP_TIMEOUT_MS,
) =>
  new Kafka({
    clientId: prefix,
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3_000,
    requestTimeout,
    retry,
  });

/** In order, each batch below the broker's size limit. */
function batchesOf(messages: readonly Outgoing[]): Outgoing[][] {
  const batches: Outgoing[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = Buffer.byteLength(message.json);
    if (bytes + size > MAX_BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(message);
    bytes += size;
  }
  return batches;
}

/** CloudEvents attributes as headers, the data as the value. */
function toRecord({ json, streamId }: Outgoing) {
  const envelope = JSON.parse(json) as StoredEnvelope;
  return {
    key: streamId,
    value: JSON.stringify(envelope.data),
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: envelope.id,
      ce_source: envelope.source,
      ce_type: envelope.type,
      ce_subject: envelope.streamId,
      ce_dataversion: String(envelope.dataversion ?? 1),
      ce_time: `${envelope.occurredOn}Z`,
      ce_streamversion: String(envelope.version),
      ce_caller: JSON.stringify(envelope.caller),
      traceparent: envelope.caller.traceparent,
    },
  };
}

function toEnvelope(record: KafkaMessage): Envelope {
  return {
    id: header(record, 'ce_id'),
    type: header(record, 'ce_type') as MessageType,
    source: header(record, 'ce_source'),
    streamId: header(record, 'ce_subject'),
    dataversion: Number(record.headers?.['ce_dataversion'] ?? 1), // missing in records from before versions existed
    version: Number(header(record, 'ce_streamversion')),
    occurredOn: header(record, 'ce_time').slice(0, -1),
    caller: JSON.parse(header(record, 'ce_caller')) as Envelope['caller'],
    data: decodeJson<Envelope['data']>(record.value?.toString() ?? 'null'),
  };
}

function header({ headers, offset }: KafkaMessage, name: string): string {
  const value = headers?.[name];
  if (value === undefined) throw new Error(`record at offset ${offset} has no ${name}`);
  return value.toString();
}
