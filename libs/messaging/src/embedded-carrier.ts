import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { EventCarrier, type ConsumerSubscription, type Lag } from './carrier.js';
import { decodeEnvelope } from './envelope.js';
import { RESTORED } from './foreign.js';
import { Loop } from './loop.js';
import { arrived } from './message-spans.js';
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
    return ahead ? `restored: ${ahead.reader.subscription.consumer} has read more than the log has` : null;
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
    for (const { reader, loop } of this.readersOf(consumer)) {
      await reader.beginAt(since);
      loop.trigger();
    }
    return true;
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
  /** Whether it has read more than the log has. */
  isAhead = false;

  constructor(
    private readonly source: string,
    private readonly log: Database,
    private readonly mine: Database,
    readonly subscription: ConsumerSubscription,
    private readonly onMoved: () => void,
  ) {}

  get consumer(): string {
    return this.subscription.consumer;
  }

  /** How many messages the group has not processed of a log with this number at its end. */
  behind(end: bigint): bigint {
    const done = this.offset ?? this.saved ?? 0n;
    return end > done ? end - done : 0n;
  }

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

  async messagesSince(since: Date | null): Promise<number> {
    const [row] = await this.log.query<{ count: string }>('SELECT count(*) FROM events WHERE seq > $1', [
      await this.offsetBefore(since),
    ]);
    return Number(row?.count);
  }

  /** Goes on with the first message since then. */
  async beginAt(since: Date | null): Promise<void> {
    const offset = await this.offsetBefore(since);
    await this.mine.query(
      `UPDATE consumer_offset SET seq = least(seq, $3) WHERE consumer = $1 AND source = $2`,
      [this.subscription.consumer, this.source, offset],
    );
    this.rewinds++; // what is being delivered does not move it forward
    this.saved = null;
    this.begin(offset);
  }

  async step(): Promise<number> {
    this.offset ??= this.marked = await this.firstOffset();
    const { offset, rewinds } = this;
    const entries = this.next.length > 0 ? this.next.slice(0, BATCH) : await this.read(offset);
    const last = entries.at(-1)?.seq ?? offset;
    const messages = entries.flatMap(({ message }) => message ?? []);
    if (messages.length > 0) await this.subscription.deliver(messages);
    if (entries.length > 0) this.onMoved();
    if (rewinds !== this.rewinds) return 0;
    this.offset = last;
    this.next = this.next.filter(({ seq }) => seq > last);
    await this.save(earlier(last, this.marked));
    return this.next.length > 0 || this.isBehind ? 0 : POLL_MS;
  }

  private get last(): bigint | null {
    return this.next.at(-1)?.seq ?? this.offset;
  }

  /** @throws Error if the log ends before it: then it was restored, and what it appends gets numbers that this group has read */
  private async firstOffset(): Promise<bigint> {
    const saved = await this.savedOffset();
    const [log] = await this.log.query<{ end: string }>(
      'SELECT coalesce(max(seq), 0) AS end FROM events WHERE seq IS NOT NULL',
    );
    this.isAhead = saved > BigInt(log?.end ?? 0);
    if (!this.isAhead) return saved;
    const { source, subscription } = this;
    throw new Error(
      `the log of ${source} ends at ${log?.end}, and ${subscription.consumer} has read it up to ${saved}: ${RESTORED}`,
    );
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
    this.begin(0n);
  }

  private async offsetBefore(since: Date | null): Promise<bigint> {
    if (since === null) return 0n;
    const [row] = await this.log.query<{ seq: string | null }>(
      'SELECT min(seq) - 1 AS seq FROM events WHERE occurred_on >= $1',
      [since],
    );
    return row?.seq ? BigInt(row.seq) : (this.offset ?? (await this.savedOffset()));
  }

  private begin(offset: bigint): void {
    this.offset = offset;
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
    return rows.map(({ seq, message }) => entryOf(BigInt(seq), message));
  }
}

/** @param traceparent of its publication, if that is known */
function entryOf(seq: bigint, json: string | null, traceparent: string | null = null): Entry {
  if (json === null) return { seq, message: null };
  return { seq, message: arrived(decodeEnvelope(json), { traceparent, seq: String(seq) }) };
}

const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
