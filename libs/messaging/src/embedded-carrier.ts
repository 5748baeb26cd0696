import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { EventCarrier, type ConsumerSubscription } from './carrier.js';
import { decodeEnvelope } from './envelope.js';
import { Loop } from './loop.js';

/** Only a fallback: normally every publication triggers a read. */
const POLL_MS = 5_000;
const RETRY_MS = 200;
const BATCH = 200;
/** Maximum age of the saved offset; checkpoints detect messages that are read again after a crash. */
const SAVE_EVERY_MS = 1_000;

/**
 * Carries messages within one process. The published part of each service's log is the topic, so nothing has to be sent
 * and nothing can be lost; each group stores its offset, which is only a hint as in Kafka, in its own database.
 */
export class EmbeddedCarrier extends EventCarrier {
  private readonly sources = new Map<string, Database>();
  private readonly loops: { source: string; loop: Loop }[] = [];
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

  /** Nothing to do: messages marked by the relay can be read. */
  override async send(): Promise<void> {}

  /** Messages of a service were marked as published. */
  published(source: string): void {
    for (const one of this.loops) if (one.source === source) one.loop.trigger();
  }

  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    this.subscriptions.push({ subscription, database: this.databaseOf(subscription.consumer) });
    if (this.open) this.feed(subscription);
    return Promise.resolve();
  }

  override async close(): Promise<void> {
    await Promise.all(this.loops.map(({ loop }) => loop.stop()));
  }

  private feed(subscription: ConsumerSubscription): void {
    const mine = this.databaseOf(subscription.consumer);
    for (const [source, log] of this.sources) {
      const reader = new Reader(source, log, mine, subscription);
      const loop = new Loop(() =>
        reader.step().catch((error: unknown) => {
          this.onError(error);
          return RETRY_MS;
        }),
      );
      this.loops.push({ source, loop });
      loop.start();
    }
  }

  private databaseOf(service: string): Database {
    const database = this.sources.get(service);
    if (!database) throw new Error(`the embedded carrier does not know ${service}`);
    return database;
  }
}

/** One group reading one service's log. */
class Reader {
  private offset: bigint | null = null;
  private savedAt = Date.now();
  private saved = -1n;

  constructor(
    private readonly source: string,
    private readonly log: Database,
    private readonly mine: Database,
    private readonly subscription: ConsumerSubscription,
  ) {}

  async step(): Promise<number> {
    this.offset ??= await this.savedOffset();
    const { head, messages } = await this.read(this.offset);
    if (messages.length > 0) await this.subscription.deliver(messages);
    const moved = head !== this.offset;
    this.offset = head;
    if (head !== this.saved && Date.now() - this.savedAt >= SAVE_EVERY_MS) await this.save(head);
    return moved ? 0 : POLL_MS;
  }

  private async savedOffset(): Promise<bigint> {
    const [row] = await this.mine.query<{ seq: string }>(
      `SELECT seq FROM consumer_offset WHERE consumer = $1 AND source = $2`,
      [this.subscription.consumer, this.source],
    );
    return BigInt(row?.seq ?? 0);
  }

  private async save(offset: bigint): Promise<void> {
    await this.mine.query(
      `INSERT INTO consumer_offset (consumer, source, seq) VALUES ($1, $2, $3)
       ON CONFLICT (consumer, source) DO UPDATE SET seq = excluded.seq`,
      [this.subscription.consumer, this.source, offset],
    );
    this.saved = offset;
    this.savedAt = Date.now();
  }

  /** Up to a batch of messages that the group does not skip, and the position up to which the log was read. */
  private async read(offset: bigint): Promise<{ head: bigint; messages: Envelope[] }> {
    const rows = await this.log.query<{ seq: string; message: string | null }>(
      `SELECT seq, CASE WHEN message_type <> ALL ($2) THEN message::text END AS message
       FROM events WHERE seq > $1 ORDER BY seq LIMIT ${BATCH}`,
      [offset, await this.subscription.skipped()],
    );
    const last = rows.at(-1);
    const messages = rows.flatMap(({ message }) => (message === null ? [] : [decodeEnvelope(message)]));
    return { head: last ? BigInt(last.seq) : offset, messages };
  }
}
