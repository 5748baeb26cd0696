import { until } from '@corridor/testing';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';

export interface KafkaRecord {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** Those of all topics, from the first to the current last one. */
export async function allRecords(brokers: readonly string[]): Promise<KafkaRecord[]> {
  const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
  const offsets = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
  await admin.disconnect();
  const count = offsets.flat().reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
  const records: KafkaRecord[] = [];
  const consumer = kafka.consumer({ groupId: `canary-${Date.now()}` });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => void records.push({ topic, partition, message }),
  });
  await until(async () => records.length >= count);
  await consumer.disconnect();
  return records;
}
