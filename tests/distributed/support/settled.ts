import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { type Composition, SERVICES } from '../../support/composition/composition.js';
import type { Databases } from '../../support/composition/databases.js';

export const groupOf = (service: string) => `corridor.${service}`;
/** Those of the services, and that of the index of timelines. */
const GROUPS = [...SERVICES, 'timeline'].map(groupOf);
const topics = SERVICES.map((service) => `corridor.${service}.events`);
const SETTLE_MS = 300_000;

/** Messages that are committed but not yet in Kafka. */
export async function outboxOf(databases: Databases): Promise<number> {
  const rows = await databases.everywhere(
    `SELECT count(*)::int AS waiting FROM events WHERE seq IS NULL AND message IS NOT NULL`,
  );
  return rows.reduce((sum, { waiting }) => sum + (waiting as number), 0);
}

/** Messages that wait until a lock is free. */
export async function lockedOf(databases: Databases): Promise<number> {
  return (await databases.everywhere('SELECT FROM dead_letter WHERE lock IS NOT NULL')).length;
}

/** The existing groups; a service without reactions has none. */
export const groupsOf = (composition: Composition): Promise<string[]> =>
  withAdmin(composition, async (admin) => {
    const { groups } = await admin.listGroups();
    return GROUPS.filter((group) => groups.some(({ groupId }) => groupId === group));
  });

/** Messages in Kafka that these groups have not processed. */
export const lagOf = (composition: Composition, groups: readonly string[]): Promise<number> =>
  withAdmin(composition, async (admin) => {
    const ends = new Map<string, number>();
    for (const topic of topics)
      for (const { partition, high } of await admin.fetchTopicOffsets(topic))
        ends.set(`${topic} ${partition}`, Number(high));
    let lag = 0;
    for (const groupId of groups)
      for (const { topic, partitions } of await admin.fetchOffsets({ groupId, topics }))
        for (const { partition, offset } of partitions)
          lag += (ends.get(`${topic} ${partition}`) ?? 0) - Math.max(Number(offset), 0);
    return lag;
  });

/** Resolves when everything that was committed is fully processed. @throws Error after the timeout */
export async function settled(
  composition: Composition,
  databases: Databases,
  groups?: readonly string[],
): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (let last = ''; ; await sleep(500)) {
    const outbox = await outboxOf(databases);
    const lag = await lagOf(composition, groups ?? (await groupsOf(composition)));
    const log = await databases.everywhere(`SELECT count(*) AS events FROM events`);
    const locked = await lockedOf(databases);
    const now = JSON.stringify([outbox, lag, locked, log]);
    if (outbox + lag + locked === 0 && now === last) return;
    if (Date.now() > deadline)
      throw new Error(
        `not settled in time: ${outbox} to publish, ${lag} to deliver, ${locked} wait for locks`,
      );
    last = now;
  }
}

export async function withAdmin<T>({ brokers }: Composition, work: (admin: Admin) => Promise<T>): Promise<T> {
  const retry = { retries: 20, maxRetryTime: 1_000 };
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING, retry }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
