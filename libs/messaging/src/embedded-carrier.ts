import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { EventCarrier, type ConsumerSubscription } from './carrier.js';
import { decodeEnvelope } from './envelope.js';
import { Loop } from './loop.js';
import type { LogFeed } from './relay.js';

/** Only a fallback: normally every publication triggers a read. */
const POLL_MS = 5_000;
const RETRY_MS = 200;
const BATCH = 200;
/** Maximum age of the saved offset; checkpoints detect messages that are read again after a crash. */
const SAVE_EVERY_MS = 5_000;
/** Messages that a group may have in memory; one that is further behind reads the log. */
const KEPT = 1_000;

/**
 * Carries messages within one process. The published part of each service's log is the topic, so nothing has to be sent
 * and nothing can be lost; each group stores its offset, which is only a hint as in Kafka, in its own database. A group
 * that is up to date gets messages from memory as they are published; only one that is behind reads the log.
 */
export class EmbeddedCarrier extends EventCarrier {
  private readonly sources = new Map<string, Database>();
  override readonly readsLogs = true;
  private readonly readers: { source: string; reader: Reader; loop: Loop }[] = [];
  private readonly subscriptions: { subscription: ConsumerSubscription; database: Database }[] = [];
  private open = false;

  constructor(private readonly onError: (error: unknown) => void) {
    super();
  }

  /** Registers a service: its log is read, and the offsets of its own group are stored here. */
  addService(name: string, database: Database): void {
    this.sources.set(name, database);
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
        const entries = messages.map(({ seq, json }): Entry => ({ seq, message: decodeEnvelope(json) }));
        each((reader) => reader.append(entries));
      },
      marked: (seq) => each((reader) => reader.isMarked(seq)),
      rewound: () => each((reader) => reader.rewind()),
    };
  }

  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    this.subscriptions.push({ subscription, database: this.databaseOf(ownerOf(subscription)) });
    if (this.open) this.feed(subscription);
    return Promise.resolve();
  }

  override async close(): Promise<void> {
    await Promise.all(this.readers.map(({ loop }) => loop.stop()));
  }

  private feed(subscription: ConsumerSubscription): void {
    const mine = this.databaseOf(ownerOf(subscription));
    for (const [source, log] of this.sources) {
      const reader = new Reader(source, log, mine, subscription);
      const loop = new Loop(() =>
        reader.step().catch((error: unknown) => {
          this.onError(error);
          return RETRY_MS;
        }),
      );
      this.readers.push({ source, reader, loop });
      loop.start();
    }
  }

  private databaseOf(service: string): Database {
    const database = this.sources.get(service);
    if (!database) throw new Error(`the embedded carrier does not know ${service}`);
    return database;
  }
}

const ownerOf = ({ service, consumer }: ConsumerSubscription) => service ?? consumer;

/** A published message of one service. */
interface Entry {
  readonly seq: bigint;
  /** Null if the group skips it. */
  readonly message: Envelope | null;
}

/** One group reading one service's log. */
class Reader {
  /** Up to which the group has processed the log. */
  private offset: bigint | null = null;
  /** What follows, as far as it is in memory. */
  private next: Entry[] = [];
  /** Whether the log has more than that. */
  private isBehind = true;
  /** Up to which the log is known to be marked: only that is saved as an offset. */
  private marked = 0n;
  private rewinds = 0;
  private savedAt = Date.now();
  /** Null if the group has no row. */
  private saved: bigint | null = null;

  constructor(
    private readonly source: string,
    private readonly log: Database,
    private readonly mine: Database,
    private readonly subscription: ConsumerSubscription,
  ) {}

  /** Keeps newly published messages in memory if they follow what is known. @returns whether there is something to do */
  append(entries: readonly Entry[]): boolean {
    const last = this.last;
    const follows = last !== null && entries[0]?.seq === last + 1n;
    if (follows && this.next.length < KEPT) this.next.push(...entries);
    else this.isBehind = true;
    return true;
  }

  /** The log has the messages up to this number. @returns whether it has some that are not known here */
  isMarked(seq: bigint): boolean {
    this.marked = seq;
    if (this.last === null || this.last >= seq) return false;
    this.isBehind = true;
    return true;
  }

  /** What is not marked gets other numbers: the group continues after what is marked. */
  rewind(): boolean {
    this.rewinds++;
    this.next = [];
    this.isBehind = true;
    if (this.offset !== null) this.offset = earlier(this.offset, this.marked);
    return true;
  }

  async step(): Promise<number> {
    this.offset ??= this.marked = await this.savedOffset();
    const { offset, rewinds } = this;
    const entries = this.next.length > 0 ? this.next.slice(0, BATCH) : await this.read(offset);
    const last = entries.at(-1)?.seq ?? offset;
    const messages = entries.flatMap(({ message }) => message ?? []);
    if (messages.length > 0) await this.subscription.deliver(messages);
    if (rewinds !== this.rewinds) return 0;
    this.offset = last;
    this.next = this.next.filter(({ seq }) => seq > last);
    await this.save(earlier(last, this.marked));
    return this.next.length > 0 || this.isBehind ? 0 : POLL_MS;
  }

  private get last(): bigint | null {
    return this.next.at(-1)?.seq ?? this.offset;
  }

  private async savedOffset(): Promise<bigint> {
    const [row] = await this.mine.query<{ seq: string }>(
      `SELECT seq FROM consumer_offset WHERE consumer = $1 AND source = $2`,
      [this.subscription.consumer, this.source],
    );
    this.saved = row ? BigInt(row.seq) : null;
    return this.saved ?? 0n;
  }

  private async save(offset: bigint): Promise<void> {
    if (offset === this.saved || Date.now() - this.savedAt < SAVE_EVERY_MS) return;
    const [row] = await this.mine.query(
      this.saved === null
        ? `INSERT INTO consumer_offset (consumer, source, seq) VALUES ($1, $2, $3)
           ON CONFLICT (consumer, source) DO UPDATE SET seq = excluded.seq RETURNING seq`
        : `UPDATE consumer_offset SET seq = $3 WHERE consumer = $1 AND source = $2 RETURNING seq`,
      [this.subscription.consumer, this.source, offset],
    );
    this.saved = row ? offset : null;
    this.savedAt = Date.now();
    if (!row) this.beginAgain();
  }

  /** An operator has deleted the row, so that the group gets everything once more. */
  private beginAgain(): void {
    this.offset = 0n;
    this.next = [];
    this.isBehind = true;
  }

  /** A batch of the log after an offset. */
  private async read(offset: bigint): Promise<Entry[]> {
    this.isBehind = false;
    const rows = await this.log.query<{ seq: string; message: string | null }>(
      `SELECT seq, CASE WHEN message_type <> ALL ($2) THEN message::text END AS message
       FROM events WHERE seq > $1 ORDER BY seq LIMIT ${BATCH}`,
      [offset, await this.subscription.skipped()],
    );
    if (rows.length === BATCH) this.isBehind = true;
    const read = BigInt(rows.at(-1)?.seq ?? 0);
    if (read > this.marked) this.marked = read;
    return rows.map(({ seq, message }) => ({
      seq: BigInt(seq),
      message: message === null ? null : decodeEnvelope(message),
    }));
  }
}

const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
