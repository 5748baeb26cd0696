import type { Admin } from 'kafkajs';
import type { Lag } from './carrier.js';

/**
 * How far consumer groups are behind: the ends of the topics, less the committed offsets, which are up to a second old. It keeps its
 * connection, and opens another one after a failure.
 */
export class KafkaLags {
  private admin: Promise<Admin> | null = null;

  constructor(
    private readonly newAdmin: () => Admin,
    private readonly groupOf: (consumer: string) => string,
    /** By service. */
    private readonly topics: ReadonlyMap<string, string>,
  ) {}

  /** @throws Error if no broker responds */
  async of(consumers: readonly string[]): Promise<Lag[]> {
    if (consumers.length === 0) return [];
    this.admin ??= this.open();
    const opened = this.admin;
    try {
      const admin = await opened;
      const ends = await this.ends(admin); // only then the client knows the brokers that coordinate the groups
      const groups = await Promise.all(consumers.map((consumer) => this.done(admin, consumer)));
      return consumers.flatMap((consumer, i) => this.lagsOf(consumer, ends, groups[i] as Positions));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { admin } = this;
    this.admin = null;
    await admin?.then((open) => open.disconnect()).catch(() => undefined); // one that was never open
  }

  private async open(): Promise<Admin> {
    const admin = this.newAdmin();
    await admin.connect();
    return admin;
  }

  /** Where each topic begins and ends. */
  private async ends(admin: Admin): Promise<ReadonlyMap<string, readonly End[]>> {
    const all = [...this.topics.values()].map(async (topic): Promise<[string, End[]]> => {
      const partitions = await admin.fetchTopicOffsets(topic);
      return [topic, partitions.map(({ partition, low, high }) => ({ partition, low: +low, high: +high }))];
    });
    return new Map(await Promise.all(all));
  }

  private async done(admin: Admin, consumer: string): Promise<Positions> {
    const groupId = this.groupOf(consumer);
    const topics = await admin.fetchOffsets({ groupId, topics: [...this.topics.values()] });
    return new Map(
      topics.flatMap(({ topic, partitions }) =>
        partitions.map(({ partition, offset }): [string, number] => [`${topic} ${partition}`, +offset]),
      ),
    );
  }

  /** A group without an offset begins with the first message that is kept. */
  private lagsOf(consumer: string, ends: ReadonlyMap<string, readonly End[]>, done: Positions): Lag[] {
    return [...this.topics].map(([source, topic]) => {
      const behind = (ends.get(topic) ?? []).map(({ partition, low, high }) => {
        const offset = done.get(`${topic} ${partition}`) ?? -1;
        return Math.max(0, high - Math.max(offset, low));
      });
      return { consumer, source, messages: behind.reduce((sum, one) => sum + one, 0) };
    });
  }
}

interface End {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** By topic and partition. */
type Positions = ReadonlyMap<string, number>;
