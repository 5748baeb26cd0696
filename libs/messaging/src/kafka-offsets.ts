import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';

/** How often it looks whether a group is empty. */
const LOOK_MS = 200;

interface PartitionOffset {
  readonly partition: number;
  readonly offset: string;
}

/** The offsets of groups in the topics of services. */
export class KafkaOffsets {
  constructor(
    private readonly newAdmin: () => Admin,
    private readonly topics: readonly (readonly [service: string, topic: string])[],
  ) {}

  messagesSince(since: Date | null): Promise<number> {
    return this.with(async (admin) => {
      const sums = await Promise.all(
        this.topics.map(async ([, topic]) => {
          const from = new Map(
            (await firstSince(admin, topic, since)).map((one) => [one.partition, one.offset]),
          );
          const all = await admin.fetchTopicOffsets(topic);
          return all.reduce(
            (sum, { partition, high }) => sum + Number(high) - Number(from.get(partition) ?? high),
            0,
          );
        }),
      );
      return sums.reduce((sum, one) => sum + one, 0);
    });
  }

  /** Those that there are, of all installations. */
  groups(): Promise<string[]> {
    return this.with(async (admin) => (await admin.listGroups()).groups.map(({ groupId }) => groupId));
  }

  /** @returns false while the group has members: then it sets its offsets itself */
  rewind(groupId: string, since: Date | null): Promise<boolean> {
    return this.with(async (admin) => {
      if (!(await isEmpty(admin, groupId))) return false;
      if (since === null) await forget(admin, groupId);
      else
        for (const [, topic] of this.topics) {
          const partitions = await firstSince(admin, topic, since);
          await emptied(admin, groupId); // each call joins the group for a moment
          await admin.setOffsets({ groupId, topic, partitions });
        }
      return true;
    });
  }

  private async with<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.newAdmin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }
}

/** The first message of each partition since then, or of all; the end where there is none. */
async function firstSince(admin: Admin, topic: string, since: Date | null): Promise<PartitionOffset[]> {
  if (since) return admin.fetchTopicOffsetsByTimestamp(topic, since.getTime());
  return (await admin.fetchTopicOffsets(topic)).map(({ partition, low }) => ({ partition, offset: low }));
}

/** A group without offsets begins with the first message of each topic. */
async function forget(admin: Admin, groupId: string): Promise<void> {
  const { groups } = await admin.listGroups();
  if (groups.some((group) => group.groupId === groupId)) await admin.deleteGroups([groupId]);
}

async function isEmpty(admin: Admin, groupId: string): Promise<boolean> {
  const { groups } = await admin.describeGroups([groupId]);
  return groups.every(({ state }) => ['Empty', 'Dead'].includes(state));
}

async function emptied(admin: Admin, groupId: string): Promise<void> {
  while (!(await isEmpty(admin, groupId))) await sleep(LOOK_MS);
}
