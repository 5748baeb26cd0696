/**
 * The same servers in containers, for machines on which they cannot be installed but that have a container engine.
 * Testcontainers removes them when this process ends, even by `kill -9`.
 *
 * Written against the documentation of Testcontainers and of the two images; not exercised by our own tests, whose
 * machines have no container engine.
 */
import { freePort } from '../ports.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KAFKA_VERSION, kafkaServes } from './kafka.mjs';
import { redisServes } from './redis.mjs';
import { Unavailable } from './unavailable.mjs';

export async function hasContainerEngine() {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} _folder
 * @param {readonly import('./kafka.mjs').ProxiedListener[]} proxied
 * @throws {Unavailable} if there are any: the container has one listener
 */
export async function kafkaContainer(_folder, proxied) {
  if (proxied.length > 0) throw new Unavailable('Kafka in a container cannot be reached through proxies');
  const { GenericContainer, Wait } = await import('testcontainers');
  const port = await freePort();
  const container = await new GenericContainer(`apache/kafka:${KAFKA_VERSION}`)
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_BROKER_SESSION_TIMEOUT_MS: '2000',
      KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
      KAFKA_LOG_MESSAGE_TIMESTAMP_TYPE: 'LogAppendTime',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return { brokers: `127.0.0.1:${port}`, ...(await control(container, () => kafkaServes(port))) };
}

export async function redisContainer() {
  const { GenericContainer, Wait } = await import('testcontainers');
  const port = await freePort();
  const container = await new GenericContainer('redis:7')
    .withCommand(['redis-server', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts({ container: 6379, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  return { url: `redis://127.0.0.1:${port}`, ...(await control(container, () => redisServes(port))) };
}

/**
 * The same controls as for the local servers.
 * @param {import('testcontainers').StartedTestContainer} started
 * @param {() => Promise<boolean>} serves
 */
async function control(started, serves) {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const container = (await getContainerRuntimeClient()).container.getById(started.getId());
  return {
    pid: () => undefined,
    kill9: async () => void (await container.kill()),
    stop: async () => void (await container.stop()),
    start: async () => {
      await container.start();
      while (!(await serves())) await sleep(100);
    },
  };
}
