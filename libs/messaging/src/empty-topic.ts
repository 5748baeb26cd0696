import { RETRY, type KafkaSettings, clientOf } from './kafka-client.js';
import { inEachPartition } from './kafka-records.js';
import { topicOf } from './kafka-topics.js';
import { AGAIN } from './log-gaps.js';

/** Removes all messages of a service, so that none is delivered that its log has lost; all that it has are published again. Offsets go on. */
export async function emptyTopicOf(settings: KafkaSettings, service: string): Promise<void> {
  const topic = topicOf(settings, service);
  const kafka = clientOf(settings, RETRY);
  const [admin, producer] = [kafka.admin(), kafka.producer({ allowAutoTopicCreation: false })];
  try {
    await admin.connect();
    const ends = await admin.fetchTopicOffsets(topic);
    const partitions = ends.filter(({ high, low }) => high !== low);
    if (partitions.length === 0) return;
    await admin.deleteTopicRecords({
      topic,
      partitions: partitions.map(({ partition, high }) => ({ partition, offset: high })),
    });
    await producer.connect();
    const messages = await inEachPartition(admin, topic, { [AGAIN]: '' });
    await producer.send({ topic, acks: -1, messages });
  } finally {
    await producer.disconnect();
    await admin.disconnect();
  }
}
