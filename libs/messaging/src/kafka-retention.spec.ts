import { Kafka, logLevel } from 'kafkajs';
import { KafkaCarrier } from './kafka-carrier.js';

const PREFIX = `kept-${Date.now()}`;
const TOPIC = `${PREFIX}.sender.events`;
const OF_TOPIC = 2;
const HOUR_MS = 3_600_000;

const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
const onKafka = brokers.length > 0 ? test : test.skip;

/** As the relay of a service that starts with these settings. */
async function prepared(more: object): Promise<void> {
  const settings = { brokers, prefix: PREFIX, services: ['sender'], ...more };
  const carrier = new KafkaCarrier(settings, (error) => {
    throw error;
  });
  await carrier.prepare('sender');
  await carrier.close();
}

/** What is set for the topic itself. */
async function configured(): Promise<Record<string, string>> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: OF_TOPIC, name: TOPIC }],
  });
  await admin.disconnect();
  const own = resources[0]?.configEntries.filter(({ configSource }) => Number(configSource) === 1) ?? [];
  return Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]));
}

onKafka(
  'a topic that exists keeps messages for the time that is set later, and its other settings stay',
  async () => {
    await prepared({});
    expect(await configured()).toEqual({ 'retention.ms': '-1', 'min.insync.replicas': '1' });
    await prepared({ retentionHours: 168 });
    expect(await configured()).toEqual({
      'retention.ms': String(168 * HOUR_MS),
      'min.insync.replicas': '1',
    });
  },
);
