import type { Appended, OpenDatabase, Sql } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import type { PoolClient } from 'pg';
import type { EventCarrier, Outgoing, Published } from './carrier.js';
import { FreshMessages } from './fresh-messages.js';
import { Heartbeat } from './heartbeat.js';
import { Loop } from './loop.js';
import { published as endPublishing, publishing } from './message-spans.js';
import { takeRelayLock } from './relay-lock.js';
import { Unmarked } from './unmarked.js';

/** How often a process without the lock tries to get it. */
const STANDBY_MS = 1_000;
/** Notified by the processes without the lock after their commits. */
const COMMITTED = 'relay';
/** Notified by the process with the lock: streams that have changed. */
const APPENDED = 'appended';
/** Without a notification for this time there is no other process. */
const ALONE_MS = 5 * STANDBY_MS;
/** The greatest size of a notification, less than what Postgres accepts; ids are far shorter. */
const MAX_PAYLOAD_BYTES = 7_500;
/** Pause after a step that failed. */
const RETRY_MS = 100;
const BATCH = 500;
/** How often the relay looks whether what it sends to is there. */
const PREPARE_MS = 5_000;

/** What was published is no longer there, so later messages would come before it. */
export class Lost extends Error {
  constructor(service: string) {
    super(
      `the topic of ${service} has lost what was published: nothing is published until "corridor ops outbox republish ${service} --no-dry-run"`,
    );
  }
}

interface Exclusive {
  readonly work: (sql: Sql) => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Notified of what a relay does: a carrier that reads the logs. */
export interface LogFeed {
  /** These messages have the next numbers of the log. The numbers are provisional until they are marked. */
  published?(messages: readonly Published[]): void;
  /** The log has the messages up to this number. */
  marked?(seq: bigint): void;
  /** Messages that are not marked are published again, under other numbers. */
  rewound?(): void;
}

/**
 * Publishes a service's committed messages, in the order of the log, through the carrier.
 *
 * Guarantee: each message at least once, in order within its stream. One relay per service holds an advisory lock on a
 * dedicated connection and marks messages on that connection, only after the carrier has accepted them: a relay that
 * has lost its lock cannot mark anything. It reads unmarked messages instead of those after a position, so transactions
 * that commit out of order are not lost. A process without the lock notifies the one that holds it after its commits, in a
 * transaction of its own: notifying within the commits would make them wait for each other. While there are such processes,
 * the one with the lock notifies them of the streams that have changed. A connection that does not respond is replaced within
 * five seconds, and whoever holds the lock and is silent loses it ({@link takeRelayLock}).
 *
 * The commits of its own process are published from memory where that keeps the order ({@link FreshMessages}), and marked
 * together soon after.
 *
 * If the broker has lost what was published, the relay creates its topic again and stops: a later message of a stream that comes
 * before an earlier one would take its place. It goes on when everything is published again ({@link exclusively}).
 */
export class Relay {
  private readonly loop = new Loop(() => this.step());
  private readonly fresh = new FreshMessages();
  private client: PoolClient | null = null;
  private heartbeat: Heartbeat | null = null;
  private failing: unknown = null;
  private hasLock = false;
  private lastSeq = 0n;
  private readonly unmarked = new Unmarked(BATCH);
  /** When the log is read next. */
  private pollAt = 0;
  private heardOthersAt = -Infinity;
  /** When the carrier is asked next whether it is prepared. */
  private prepareAt = 0;
  private isHeld = false;
  private waiting: Exclusive[] = [];

  constructor(
    private readonly service: string,
    private readonly db: Pick<OpenDatabase, 'database' | 'sessionPool'>,
    private readonly carrier: EventCarrier,
    /** Called with an error when it begins to fail, and with null when it works again. What failed is retried. */
    private readonly onHealth: (error: unknown) => void,
    private readonly feed: LogFeed = {},
    /** Called with a stream that another process may have changed. */
    private readonly onAppended: (streamId: string) => void = () => undefined,
    /** Maximum delay of a commit whose trigger or notification is lost. */
    private readonly pollMs = 1_000,
  ) {}

  /** Why it does not publish at the moment; null if it works. */
  get failure(): unknown {
    return this.failing;
  }

  /** Whether this process publishes the messages of the service. */
  get isLeader(): boolean {
    return this.hasLock;
  }

  /**
   * Runs work on its connection, while nothing is published. Afterwards the log decides what is.
   * @throws the error of the work; Refusal unavailable where another process publishes
   */
  exclusively(work: (sql: Sql) => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, resolve, reject });
      this.loop.trigger();
    });
  }

  start(): void {
    this.loop.start();
  }

  /** For how long it has shown no sign of life, see {@link Loop}. */
  silentMs(): number {
    return this.loop.silentMs();
  }

  /** Something was committed. */
  trigger(): void {
    this.fresh.forgetCommits();
    this.loop.trigger();
  }

  /** This process has committed this. */
  appended(streams: readonly Appended[]): void {
    this.fresh.add(streams);
    this.loop.trigger();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    for (const { reject } of this.waiting.splice(0)) reject(refuse('unavailable', 'the relay has stopped'));
    if (this.client)
      await this.mark(this.db.database.on(this.client)).catch((error: unknown) => this.report(error));
    this.drop();
  }

  /** Publishes a batch and returns the delay until the next step. */
  private async step(): Promise<number> {
    try {
      const client = this.client ?? (await this.connect());
      this.hasLock ||= this.carrier.isHere && (await this.lock(client));
      const pauseMs = this.hasLock ? await this.lead(this.db.database.on(client)) : await this.stand(client);
      this.report(this.isHeld ? new Lost(this.service) : null);
      return pauseMs;
    } catch (error) {
      this.report(error);
      this.drop();
      return RETRY_MS;
    }
  }

  private async lead(sql: Sql): Promise<number> {
    for (const one of this.waiting.splice(0)) await this.exclusive(sql, one);
    if (!this.carrier.readsLogs && performance.now() >= this.prepareAt) await this.prepare(sql);
    return this.isHeld ? this.pollMs : this.publish(sql);
  }

  private async exclusive(sql: Sql, { work, resolve, reject }: Exclusive): Promise<void> {
    await this.mark(sql); // otherwise it would be marked after the work
    this.fresh.forget();
    this.pollAt = 0;
    await work(sql).then(resolve, reject);
    this.isHeld = await isHeld(sql);
  }

  private async prepare(sql: Sql): Promise<void> {
    const { isEmpty } = await this.carrier.prepare(this.service);
    this.prepareAt = performance.now() + PREPARE_MS;
    if (isEmpty) this.isHeld ||= await holdIfPublished(sql);
  }

  private async stand(client: PoolClient): Promise<number> {
    for (const { reject } of this.waiting.splice(0))
      reject(refuse('unavailable', 'another process publishes'));
    await client.query(`NOTIFY ${COMMITTED}`);
    return STANDBY_MS;
  }

  private report(failure: unknown): void {
    const isNews = (failure === null) !== (this.failing === null);
    this.failing = failure;
    if (isNews) this.onHealth(failure);
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.db.sessionPool.connect();
    client.on('error', () => this.drop(client));
    client.on('notification', ({ channel, payload = '' }) => this.hear(channel, payload));
    this.client = client;
    this.heartbeat = new Heartbeat(client, (error) => {
      this.report(error);
      this.drop(client);
    });
    await client.query(`LISTEN ${APPENDED}`);
    return client;
  }

  private hear(channel: string, payload: string): void {
    if (channel === APPENDED) return this.onAppended(payload);
    this.heardOthersAt = Date.now();
    this.trigger();
  }

  private async lock(client: PoolClient): Promise<boolean> {
    if (!(await takeRelayLock(client))) return false;
    await client.query(`LISTEN ${COMMITTED}`);
    // A mark that a crash undoes is made again, and consumers recognize the messages. What depends on a mark, the offset of a
    // group that reads the log, is committed later to the same server, which makes the mark durable as well.
    await client.query('SET synchronous_commit = off');
    const last = await client.query<{ seq: string; held: boolean }>(
      `SELECT greatest(last_seq, (SELECT max(seq) FROM events)) AS seq, held FROM relay_term`,
    );
    this.isHeld = last.rows[0]?.held ?? false;
    this.prepareAt = 0;
    // Never a number that this process has passed on: a crash may have undone its mark, and readers are beyond it.
    const marked = BigInt(last.rows[0]?.seq ?? 0);
    if (marked > this.lastSeq) this.lastSeq = marked;
    return true;
  }

  private async publish(sql: Sql): Promise<number> {
    const isDue = performance.now() >= this.pollAt;
    const messages = isDue ? null : this.fresh.next();
    if (messages === null) return this.publishLog(sql);
    await this.publishFresh(sql, messages);
    if (this.unmarked.dueInMs(performance.now()) <= 0) await this.mark(sql);
    const now = performance.now();
    return Math.max(0, Math.min(this.pollAt - now, this.unmarked.dueInMs(now)));
  }

  private async publishFresh(sql: Sql, messages: readonly Outgoing[]): Promise<void> {
    if (messages.length === 0) return;
    this.announce(sql, messages);
    const begun = publishing(this.service, messages);
    if (!this.carrier.readsLogs) await this.carrier.send(this.service, begun);
    const published = this.numbered(begun);
    this.unmarked.add(published, performance.now());
    this.feed.published?.(published);
    endPublishing(published);
  }

  private async mark(sql: Sql): Promise<void> {
    const messages = this.unmarked.take();
    const last = messages.at(-1);
    if (!last) return;
    await sql.query(
      `UPDATE events SET seq = marked.seq
       FROM unnest($1::text[], $2::int[], $3::bigint[]) AS marked (stream_id, version, seq)
       WHERE events.stream_id = marked.stream_id AND events.version = marked.version AND events.seq IS NULL`,
      [
        messages.map(({ streamId }) => streamId),
        messages.map(({ version }) => version),
        messages.map(({ seq }) => seq),
      ],
    );
    this.feed.marked?.(last.seq);
  }

  private async publishLog(sql: Sql): Promise<number> {
    await this.mark(sql); // otherwise they would be read
    this.fresh.beginRead();
    const published = this.carrier.readsLogs ? await this.markNext(sql) : await this.sendNext(sql);
    this.fresh.endRead(published, published.length < BATCH);
    this.pollAt = performance.now() + this.pollMs;
    if (published.length > 0) {
      this.feed.published?.(published);
      this.feed.marked?.(this.lastSeq);
      endPublishing(published);
    }
    return published.length === BATCH ? 0 : this.pollMs;
  }

  private numbered<Message extends Outgoing>(messages: readonly Message[]): (Message & Published)[] {
    return messages.map((message) => ({ ...message, seq: ++this.lastSeq }));
  }

  private async markNext(sql: Sql): Promise<Published[]> {
    const rows = await sql.query<Outgoing & { seq: string }>(
      `WITH next AS (
         SELECT position, $1::bigint + row_number() OVER (ORDER BY position) AS seq
         FROM (SELECT position FROM events WHERE seq IS NULL AND message IS NOT NULL
               ORDER BY position LIMIT $2) AS unpublished)
       UPDATE events SET seq = next.seq FROM next WHERE events.position = next.position
       RETURNING next.seq, message_type AS type, stream_id AS "streamId", version, message::text AS json`,
      [this.lastSeq, BATCH],
    );
    this.announce(sql, rows);
    const marked = publishing(this.service, rows).map((row) => ({ ...row, seq: BigInt(row.seq) }));
    this.lastSeq += BigInt(marked.length);
    return marked.sort((a, b) => Number(a.seq - b.seq));
  }

  private async sendNext(sql: Sql): Promise<Published[]> {
    const rows = await sql.query<Outgoing & { position: string }>(
      `SELECT position, message_type AS type, stream_id AS "streamId", version, message::text AS json
       FROM events WHERE seq IS NULL AND message IS NOT NULL ORDER BY position LIMIT $1`,
      [BATCH],
    );
    if (rows.length === 0) return [];
    this.announce(sql, rows);
    const begun = publishing(this.service, rows);
    await this.carrier.send(this.service, begun);
    const published = this.numbered(begun);
    await sql.query(
      `UPDATE events SET seq = marked.seq FROM unnest($1::bigint[], $2::bigint[]) AS marked (position, seq)
       WHERE events.position = marked.position`,
      [published.map(({ position }) => position), published.map(({ seq }) => seq)],
    );
    return published;
  }

  /** Tells the other processes which streams have changed. A notification that is lost costs a waiting request a poll. */
  private announce(sql: Sql, messages: readonly Outgoing[]): void {
    if (messages.length === 0 || Date.now() - this.heardOthersAt > ALONE_MS) return;
    sql
      .query(
        `SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id WHERE octet_length(id) < ${MAX_PAYLOAD_BYTES}`,
        [APPENDED, [...new Set(messages.map(({ streamId }) => streamId))]],
      )
      .catch((error: unknown) => this.report(error));
  }

  /** Releases the lock with its connection. */
  private drop(client = this.client): void {
    if (!client || client !== this.client) return;
    this.client = null;
    this.heartbeat?.stop();
    this.hasLock = false;
    this.fresh.forget();
    this.unmarked.take(); // they are published again
    this.feed.rewound?.();
    client.removeAllListeners('error').on('error', () => undefined);
    client.removeAllListeners('notification');
    client.release(true);
  }
}

async function isHeld(sql: Sql): Promise<boolean> {
  const [term] = await sql.query<{ held: boolean }>('SELECT held FROM relay_term');
  return term?.held ?? false;
}

/** Until everything is published again, also if the process ends. @returns false if nothing was published */
async function holdIfPublished(sql: Sql): Promise<boolean> {
  const held = await sql.query(
    'UPDATE relay_term SET held = true WHERE EXISTS (SELECT FROM events WHERE seq IS NOT NULL) RETURNING 1',
  );
  return held.length > 0;
}
