import type { Envelope } from '@corridor/contracts';
import type { ConsumerSubscription, Outgoing } from '@corridor/messaging';
import { EventCarrier, decodeEnvelope } from '@corridor/messaging';
import { SERVICES } from '@corridor/services';
import type { Faults } from './faults.js';
import type { Life, Machine } from './machine.js';
import type { PlantedBug } from './planted-bugs.js';
import type { Surroundings } from './simulated-service.js';

const PARTITIONS = 3;
const LATENCY_MS = 2;
const RETRY_MS = 200;
const MOST_AT_ONCE = 20;
/** How many messages a group may get again. */
const MOST_AGAIN = 10;

/** What was sent, by service and partition, and how far each group has come; it outlives all processes. */
export class Broker {
  /** Decoded once for all groups, which change nothing in it. */
  private readonly logs = new Map<string, Envelope[]>();
  private readonly offsets = new Map<string, number>();
  private readonly readers = new Map<string, () => void>();

  log(topic: string): Envelope[] {
    const log = this.logs.get(topic) ?? [];
    this.logs.set(topic, log);
    return log;
  }

  append(source: string, message: Outgoing): void {
    const topic = topicOf(source, partitionOf(message.streamId));
    this.log(topic).push(decodeEnvelope(message.json));
    for (const [reader, wake] of this.readers) if (reader.endsWith(` ${topic}`)) wake();
  }

  offset(consumer: string, topic: string): number {
    return this.offsets.get(`${consumer} ${topic}`) ?? 0;
  }

  commit(consumer: string, topic: string, offset: number): void {
    this.offsets.set(`${consumer} ${topic}`, offset);
  }

  onMessage(consumer: string, topic: string, wake: () => void): void {
    this.readers.set(`${consumer} ${topic}`, wake);
  }

  /** A group reads everything again. */
  rewind(consumer: string): void {
    for (const [name, wake] of this.readers) {
      if (!name.startsWith(`${consumer} `)) continue;
      this.offsets.set(name, 0);
      wake();
    }
  }

  /** Whether all groups have got everything. */
  get isDone(): boolean {
    return [...this.readers.keys()].every((name) => {
      const [consumer = '', topic = ''] = name.split(' ');
      return this.offset(consumer, topic) === this.log(topic).length;
    });
  }
}

const topicOf = (source: string, partition: number) => `${source}/${partition}`;

const partitionOf = (streamId: string): number => {
  let hash = 0;
  for (const character of streamId) hash = (hash * 31 + character.charCodeAt(0)) | 0;
  return Math.abs(hash) % PARTITIONS;
};

/** The connection of one life of a service to the broker. */
export class SimulatedCarrier extends EventCarrier {
  private readonly machine: Machine;
  private readonly broker: Broker;
  private readonly faults: Faults;
  private readonly bug: PlantedBug;

  constructor(
    { machine, broker, faults, bug }: Pick<Surroundings, 'machine' | 'broker' | 'faults' | 'bug'>,
    private readonly life: Life,
  ) {
    super();
    [this.machine, this.broker, this.faults, this.bug] = [machine, broker, faults, bug];
  }

  override async send(source: string, messages: readonly Outgoing[]): Promise<void> {
    for (const sent of messages) {
      const message = this.bug.message ? this.bug.message(sent) : sent;
      if (!message) continue;
      await this.pause(LATENCY_MS / 10);
      if (this.isCut || this.faults.happens('refusedMessage')) {
        if (this.bug.marksBeforePublishing) return;
        throw new Error('the broker does not respond');
      }
      this.machine.note(`sent ${message.streamId}/${message.version}`);
      this.broker.append(source, message);
      if (this.faults.happens('lostAcknowledgement')) throw new Error('the broker did not acknowledge');
    }
    await this.pause(LATENCY_MS);
  }

  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    for (const source of SERVICES)
      for (let partition = 0; partition < PARTITIONS; partition++)
        this.read(subscription, topicOf(source, partition));
    return Promise.resolve();
  }

  override async close(): Promise<void> {}

  private read(subscription: ConsumerSubscription, topic: string): void {
    const { consumer } = subscription;
    let isReading = false;
    const wake = () => {
      if (isReading || this.life.isOver) return;
      isReading = true;
      this.machine.after(this.machine.about(LATENCY_MS), this.life, () => {
        void this.next(subscription, topic).then((pauseMs) => {
          isReading = false;
          if (pauseMs > 0) this.machine.after(pauseMs, this.life, wake);
          else if (this.broker.offset(consumer, topic) < this.broker.log(topic).length) wake();
        });
      });
    };
    this.broker.onMessage(consumer, topic, wake);
    wake();
  }

  /** @returns the pause before it is tried again; 0 for none */
  private async next(subscription: ConsumerSubscription, topic: string): Promise<number> {
    const { consumer } = subscription;
    const { chance } = this.life;
    if (this.isCut) return RETRY_MS;
    const committed = this.broker.offset(consumer, topic);
    const from = this.faults.happens('duplicate')
      ? Math.max(0, committed - chance.below(MOST_AGAIN))
      : committed;
    const batch = this.broker.log(topic).slice(from, committed + chance.between(1, MOST_AT_ONCE));
    if (batch.length === 0) return 0;
    try {
      if (this.bug.checkpointsBeforeEffect) this.broker.commit(consumer, topic, from + batch.length);
      await this.machine.within(this.life, () => subscription.deliver(batch));
      this.machine.note(`${consumer} has ${topic} ${from} ${batch.length}`);
      const isRewound = this.broker.offset(consumer, topic) < committed;
      if (!isRewound) this.broker.commit(consumer, topic, from + batch.length);
      return 0;
    } catch {
      return this.machine.about(RETRY_MS); // nothing is committed: it is delivered again
    }
  }

  private get isCut(): boolean {
    return this.faults.isCut(`carrier ${this.life.name}`);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.machine.after(this.machine.about(ms), this.life, resolve));
  }
}
