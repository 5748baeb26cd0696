import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import { instantOf } from '@corridor/kernel';
import type { ConsumerSubscription } from './carrier.js';
import { decodeEnvelope } from './envelope.js';
import { RESTORED } from './foreign.js';
import { arrived } from './message-spans.js';

/** Only a fallback: normally every publication triggers a read. */
const POLL_MS = 5_000;
const BATCH = 200;
/** Maximum age of the saved offset; checkpoints detect messages that are read again after a crash. */
const SAVE_EVERY_MS = 5_000;
/** Messages that a group may have in memory; one that is further behind reads the log. */
const KEPT = 1_000;

/** A published message of one service. */
export interface Entry {
  readonly seq: bigint;
  /** Null if the group skips it. */
  readonly message: Envelope | null;
}

/** One group reading one service's log. */
export class Reader {
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
  private stepping: Promise<unknown> = Promise.resolve();
  /** Null if the group has no row. */
  private saved: bigint | null = null;
  /** Whether it has read more than the log has. */
  isAhead = false;
  /** Whether the group gets nothing of the log for now. */
  isHeld = false;

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

  /** Delivers nothing until {@link release}, also after a restart. Resolves when nothing is being delivered. */
  async hold(since: string): Promise<void> {
    this.isHeld = true;
    this.rewinds++; // what is being delivered does not move it forward
    await this.stepping;
    await this.mine.query(
      `INSERT INTO consumer_offset AS one (consumer, source, seq, heard_on) VALUES ($1, $2, $3, $4)
       ON CONFLICT (consumer, source) DO UPDATE SET seq = excluded.seq,
         heard_on = CASE WHEN one.seq < 0 THEN least(one.heard_on, excluded.heard_on) ELSE excluded.heard_on END`,
      [this.consumer, this.source, heldAt(await this.place()), since],
    );
  }

  /** Whether it is held for nothing that happened before. */
  async isHeldFor(since: string): Promise<boolean> {
    const found = await this.mine.query(
      'SELECT FROM consumer_offset WHERE consumer = $1 AND source = $2 AND seq < 0 AND heard_on >= $3',
      [this.consumer, this.source, since],
    );
    return found.length > 0;
  }

  /** Goes on where it was, or with the first message since then if that is earlier; unless it is held for what happened before. */
  async release(since: string): Promise<void> {
    const first = since === '' ? 0n : await this.offsetBefore(instantOf(since));
    const offset = earlier(await this.place(), first);
    const released = await this.mine.query(
      `UPDATE consumer_offset SET seq = $3, heard_on = NULL
       WHERE consumer = $1 AND source = $2 AND seq < 0 AND heard_on >= $4 RETURNING 1`,
      [this.consumer, this.source, offset, since],
    );
    if (released.length === 0) return;
    this.saved = offset;
    this.begin(offset);
    this.isHeld = false;
  }

  step(): Promise<number> {
    const step = this.deliverNext();
    this.stepping = step.catch(() => undefined);
    return step;
  }

  private async deliverNext(): Promise<number> {
    this.offset ??= this.marked = await this.firstOffset();
    if (this.isHeld) return POLL_MS;
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
    const seq = row ? BigInt(row.seq) : null;
    this.isHeld ||= seq !== null && seq < 0n;
    this.saved = seq === null ? null : placeOf(seq);
    return this.saved ?? 0n;
  }

  private async place(): Promise<bigint> {
    return this.offset === null ? this.savedOffset() : earlier(this.offset, this.marked);
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
export function entryOf(seq: bigint, json: string | null, traceparent: string | null = null): Entry {
  if (json === null) return { seq, message: null };
  return { seq, message: arrived(decodeEnvelope(json), { traceparent, seq: String(seq) }) };
}

/** As the place of a group is stored while it is held. */
const heldAt = (place: bigint): bigint => -place - 1n;
const placeOf = (seq: bigint): bigint => (seq < 0n ? -seq - 1n : seq);

const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
