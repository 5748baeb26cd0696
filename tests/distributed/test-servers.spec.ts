import { randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { startKafka, obtainKafka } from '@corridor/tools/servers/kafka.mjs';
import { claimedFolder } from '@corridor/tools/servers/leftovers.mjs';

/** A precondition of the chaos tests: the local broker behaves like one whose machine failed and restarted. */
test('a killed Kafka restarts at the same address with all acknowledged messages', async () => {
  const broker = await startKafka(obtainKafka(), await claimedFolder());
  const kafka = new Kafka({
    brokers: [broker.brokers],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 100 },
  });
  const topic = randomUUID();
  const admin = kafka.admin();
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  const consumer = kafka.consumer({ groupId: topic, allowAutoTopicCreation: false });
  try {
    // A broker that a busy machine has kept from its heartbeat is not there for a moment.
    const topics = [{ topic, numPartitions: 3 }];
    await until(async () => {
      try {
        return await admin.createTopics({ topics, waitForLeaders: true });
      } catch (error) {
        if (String((error as AggregateError).errors).includes('Replication-factor is invalid')) return false;
        throw error;
      }
    });
    await producer.connect();
    const sent = Array.from({ length: 50 }, (_, i) => `before ${i}`);
    await producer.send({ topic, acks: -1, messages: sent.map((value) => ({ key: value, value })) });
    await broker.kill9();
    const unacknowledged = producer.send({ topic, acks: -1, messages: [{ key: 'a', value: 'while away' }] });
    await broker.start();
    await unacknowledged;
    // Not before: kafkajs gives up for good if it loses the connection while it looks for a coordinator.
    const received = new Set<string>();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      eachBatch: async ({ batch }) => batch.messages.forEach((message) => received.add(text(message))),
    });
    await until(() => received.size === 51);
    expect([...received].sort()).toEqual([...sent, 'while away'].sort());
  } finally {
    await Promise.allSettled([consumer.disconnect(), producer.disconnect(), admin.disconnect()]);
    await broker.stop();
  }
});

test('topics are created explicitly only', async () => {
  const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 1 } }).admin();
  await expect(admin.fetchTopicMetadata({ topics: [randomUUID()] })).rejects.toThrow(
    /does not host this topic/,
  );
  await admin.disconnect();
});

const text = ({ value }: KafkaMessage) => value?.toString() ?? '';
