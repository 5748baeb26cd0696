import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, ConfigResourceTypes, ConfigSource } from 'kafkajs';
import type { KafkaSettings } from './kafka-client.js';

const PARTITIONS = 6;
const RETENTION = 'retention.ms';
const HOUR_MS = 3_600_000;
const LEADER_ATTEMPTS = 20;
const LEADER_PAUSE_MS = 100;
// kafkajs does not export these numbers of the protocol to ES modules.
const OF_TOPIC: ConfigResourceTypes.TOPIC = 2;
const SET_FOR_TOPIC: ConfigSource.TOPIC_CONFIG = 1;

/** Of the messages that a service publishes. */
export const topicOf = ({ prefix }: Pick<KafkaSettings, 'prefix'>, service: string): string =>
  `${prefix}.${service}.events`;

/**
 * Creates a topic if it is missing.
 * @throws Error when it has another number of partitions: keys would move between them and lose their order
 */
export async function makeTopic(admin: Admin, topic: string, settings: KafkaSettings): Promise<void> {
  const { partitions = PARTITIONS } = settings;
  if (!(await admin.listTopics()).includes(topic)) await create(admin, topic, settings);
  const { topics: found } = await admin.fetchTopicMetadata({ topics: [topic] });
  for (const { name, partitions: there } of found)
    if (there.length !== partitions)
      throw new Error(`topic ${name} has ${there.length} partitions, not ${partitions}`);
}

async function create(
  admin: Admin,
  topic: string,
  { partitions = PARTITIONS, replicationFactor = 1, retentionHours }: KafkaSettings,
): Promise<void> {
  const configEntries = [
    { name: RETENTION, value: millisecondsOf(retentionHours) },
    { name: 'min.insync.replicas', value: String(Math.max(1, replicationFactor - 1)) },
  ];
  const topics = [{ topic, numPartitions: partitions, replicationFactor, configEntries }];
  await admin.createTopics({ waitForLeaders: true, topics });
}

/** A new topic has no leader for a moment: `waitForLeaders` ends when brokers know one, which may not know it itself yet. */
export async function offsetsOf(admin: Admin, topic: string): ReturnType<Admin['fetchTopicOffsets']> {
  for (let attempt = 1; ; attempt++)
    try {
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      if (!isWithoutLeader(error) || attempt === LEADER_ATTEMPTS) throw error;
      await sleep(LEADER_PAUSE_MS);
    }
}

const isWithoutLeader = (error: unknown): boolean =>
  ['NOT_LEADER_FOR_PARTITION', 'LEADER_NOT_AVAILABLE'].includes(String((error as { type?: unknown }).type));

/** Has an existing topic keep messages for so many hours. Its other settings stay. */
export async function keepFor(admin: Admin, topic: string, hours: number | undefined): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: OF_TOPIC, name: topic }],
  });
  const set = resources[0]?.configEntries.filter(({ configSource }) => configSource === SET_FOR_TOPIC);
  const value = millisecondsOf(hours);
  if (!set || set.some((one) => one.configName === RETENTION && one.configValue === value)) return;
  // What is not given here would go back to its default.
  const others = set.filter(({ configName }) => configName !== RETENTION);
  const configEntries = [
    ...others.map((one) => ({ name: one.configName, value: one.configValue })),
    { name: RETENTION, value },
  ];
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: OF_TOPIC, name: topic, configEntries }],
  });
}

const millisecondsOf = (hours: number | undefined) => (hours === undefined ? '-1' : String(hours * HOUR_MS));
