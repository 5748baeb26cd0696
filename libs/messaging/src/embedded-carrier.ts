import type { Database } from '@corridor/event-store';
import { type Backfill, isBackfilled } from './backfill.js';
import { EventCarrier, type ConsumerSubscription, type Lag, type Outgoing } from './carrier.js';
import { decodeEnvelope } from './envelope.js';
import { Reader, entryOf } from './log-reader.js';
import { Loop } from './loop.js';
import type { LogFeed } from './relay.js';

const RETRY_MS = 200;

/**
 * Carries messages within one process. The published part of each service's log is the topic, so nothing has to be sent
 * and nothing can be lost; each group stores its offset, which is only a hint as in Kafka, in its own database. A group
 * that is up to date gets messages from memory as they are published; only one that is behind reads the log.
 */
export class EmbeddedCarrier extends EventCarrier {
  private readonly sources = new Map<string, Database>();
  override readonly readsLogs = true;
  private readonly readers: { source: string; consumer: string; reader: Reader; loop: Loop }[] = [];
  private readonly subscriptions: { subscription: ConsumerSubscription; database: Database }[] = [];
  private open = false;

  constructor(private readonly onError: (error: unknown) => void) {
    super();
  }

  /** Registers a service: its log is read, and the offsets of its own group are stored here. */
  addService(name: string, database: Database): void {
    this.sources.set(name, database);
  }

  override whyStopped(source: string): string | null {
    const ahead = this.readers.find((one) => one.source === source && one.reader.isAhead);
    if (ahead) return `restored: ${ahead.consumer} has read more than the log has`;
    const held = this.readers.find(({ reader }) => reader.isHeld && ownerOf(reader.subscription) === source);
    return held ? isBackfilled(held) : null;
  }

  /** Starts to read, after all services are registered. */
  start(): void {
    this.open = true;
    for (const { subscription } of this.subscriptions) this.feed(subscription);
  }

  override async send(): Promise<void> {}

  /** What the relay of a service tells. */
  feedOf(source: string): Required<LogFeed> {
    const each = (work: (reader: Reader) => boolean) => {
      for (const one of this.readers) if (one.source === source && work(one.reader)) one.loop.trigger();
    };
    return {
      published: (messages) => {
        const entries = messages.map(({ seq, json, span }) => entryOf(seq, json, span?.traceparent));
        each((reader) => reader.append(entries));
      },
      marked: (seq) => each((reader) => reader.isMarked(seq)),
      rewound: () => each((reader) => reader.rewind()),
    };
  }

  override async lagOf(consumer: string): Promise<Lag[]> {
    return (await this.lags()).filter((one) => one.consumer === consumer);
  }

  override async messagesSince(consumer: string, since: Date | null): Promise<number> {
    const counts = await Promise.all(
      this.readersOf(consumer).map(({ reader }) => reader.messagesSince(since)),
    );
    return counts.reduce((sum, one) => sum + one, 0);
  }

  override async rewind(consumer: string, since: Date | null): Promise<boolean> {
    const readers = this.readersOf(consumer);
    if (readers.some(({ reader }) => reader.isHeld)) return false;
    for (const { reader, loop } of readers) {
      await reader.beginAt(since);
      loop.trigger();
    }
    return true;
  }

  override groups(): Promise<string[]> {
    return Promise.resolve([...new Set(this.readers.map(({ consumer }) => consumer))]);
  }

  override beginBackfill(backfill: Backfill): Promise<void> {
    return this.readerFor(backfill).reader.hold(backfill.since ?? '');
  }

  override async sendTo(backfill: Backfill, messages: readonly Outgoing[]): Promise<void> {
    const { reader } = this.readerFor(backfill);
    if (!(await reader.isHeldFor(backfill.since ?? ''))) return; // another one sends what comes before
    const { subscription } = reader;
    const skipped = new Set(await subscription.skipped());
    const wanted = messages.filter(({ type }) => !skipped.has(type));
    if (wanted.length > 0) await subscription.deliver(wanted.map(({ json }) => decodeEnvelope(json)));
  }

  override async endBackfill(backfill: Backfill): Promise<void> {
    const { reader, loop } = this.readerFor(backfill);
    await reader.release(backfill.since ?? '');
    loop.trigger();
  }

  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    this.subscriptions.push({ subscription, database: this.databaseOf(ownerOf(subscription)) });
    if (this.open) this.feed(subscription);
    return Promise.resolve();
  }

  /** One statement for each log. */
  override async lags(): Promise<Lag[]> {
    const ends = new Map(
      await Promise.all(
        [...this.sources].map(async ([source, log]): Promise<[string, bigint]> => {
          const [end] = await log.query<{ seq: string }>('SELECT coalesce(max(seq), 0) AS seq FROM events');
          return [source, BigInt(end?.seq ?? 0)];
        }),
      ),
    );
    return this.readers.map(({ source, reader }) => ({
      ...{ consumer: reader.consumer, source },
      messages: Number(reader.behind(ends.get(source) ?? 0n)),
    }));
  }

  override async close(): Promise<void> {
    await Promise.all(this.readers.map(({ loop }) => loop.stop()));
  }

  override silentMs(): number {
    return Math.max(0, ...this.readers.map(({ loop }) => loop.silentMs()));
  }

  private feed(subscription: ConsumerSubscription): void {
    const mine = this.databaseOf(ownerOf(subscription));
    for (const [source, log] of this.sources) {
      const onMoved = () => this.noteMove(subscription.consumer, source);
      const reader = new Reader(source, log, mine, subscription, onMoved);
      const loop = new Loop(() =>
        reader.step().catch((error: unknown) => {
          this.onError(error);
          return RETRY_MS;
        }),
      );
      this.readers.push({ source, consumer: subscription.consumer, reader, loop });
      loop.start();
    }
  }

  private readerFor({ source, consumer }: Backfill) {
    const found = this.readersOf(consumer).find((one) => one.source === source);
    if (!found) throw new Error(`${consumer} does not read ${source} in this process`);
    return found;
  }

  private readersOf(consumer: string) {
    return this.readers.filter((one) => one.consumer === consumer);
  }

  private databaseOf(service: string): Database {
    const database = this.sources.get(service);
    if (!database) throw new Error(`the embedded carrier does not know ${service}`);
    return database;
  }
}

const ownerOf = ({ service, consumer }: ConsumerSubscription) => service ?? consumer;
