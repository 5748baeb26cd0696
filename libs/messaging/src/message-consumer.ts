import type { Envelope, MessageRegistry } from '@corridor/contracts';
import {
  type Database,
  HELD_MS,
  type SqlTransaction,
  type TransactionOptions,
  isLocked,
  isOutage,
} from '@corridor/event-store';
import { Backlog, type StreamName, type WaitingForLock } from './backlog.js';
import { Checkpoints, type Taken } from './checkpoints.js';
import type { Disposition, HandledTypes, Interest } from './disposition.js';
import { Generations } from './generations.js';
import { HeldMessages } from './handling-order.js';
import { LostEvents } from './lost-events.js';
import { delivering } from './message-spans.js';
import { MessageHandling } from './message-handling.js';
import { ParkedRecords, type WaitsFor } from './parked-records.js';
import { WaitingMessages } from './waiting-messages.js';

/**
 * Reacts to one message; writes only through the event store, which joins the delivery's transaction.
 * @param isRetry an attempt, perhaps with other messages, has failed before
 */
export type Handler = (message: Envelope, isRetry: boolean) => Promise<unknown>;

export interface DeadLetter {
  readonly message: Envelope;
  readonly reason: string;
}

/** Hears of parked messages in the transaction of the delivery. */
export interface ParkingNotices {
  /** @param recordId null if it is unknown */
  parked(message: Envelope, recordId: string | null, reason: string): Promise<void>;
  /** A parked message was handled. */
  redriven(message: Envelope): Promise<void>;
  /** It never will be. */
  discarded(message: Envelope): Promise<void>;
}

/** A consumer group, and the capabilities of its process. */
export interface ConsumerGroup {
  readonly name: string;
  /** The types that `handle` accepts. */
  readonly types: readonly string[];
  readonly handle: Handler;
  /** Whether `handle` has an effect. Without it, every message may have one. */
  readonly concerns?: (message: Envelope) => boolean;
  /**
   * The record that `handle` changes, if it is known. Messages of one stream about different records are handled at the
   * same time, and one that fails stops only the later ones about the same record.
   */
  readonly recordOf?: (message: Envelope) => string | null;
  /**
   * Leaves out messages that would have no effect, whenever they are handled, with at most one statement for all of them.
   * They need no transaction. Without it, every message may have an effect.
   */
  readonly relevant?: (messages: readonly Envelope[]) => Promise<readonly Envelope[]>;
  /** Every message that this build knows. */
  readonly messages: MessageRegistry;
  readonly parking?: ParkingNotices;
  readonly onDeadLetter?: (letter: DeadLetter) => void;
  /** Messages were set aside until a lock is free. */
  readonly onLocked?: () => void;
  /** Messages were kept for a later build. */
  readonly onKept?: (messages: readonly Envelope[]) => void;
  /** Messages were skipped whose events their service has lost. */
  readonly onLost?: (messages: readonly Envelope[]) => void;
}

/** Set aside, with what they wait for. */
type Aside = ReadonlyMap<Envelope, WaitsFor>;

/** How often a batch is tried together while more and more of its messages turn out to need streams that are held. */
const ATTEMPTS_TOGETHER = 4;

/** A message, and what its consumer does with it. */
interface Arrived {
  readonly message: Envelope;
  readonly disposition: Disposition;
}

/**
 * Delivers messages to a consumer's handler with exactly one effect each: the checkpoint of the stream commits in the
 * same transaction as what the handler wrote. A message of another history of its stream ({@link whyForeign}) is parked, and its stream
 * stops. A message that fails repeatedly is parked as a dead letter in the same
 * transaction, and later messages of its stream about the same record wait behind it; those about other records continue. A
 * message that only a later build of this consumer understands is kept for it, and its whole stream waits. A message that needs
 * a lock that another transaction holds for more than {@link HELD_MS} is set aside in the same way, without a dead letter, and is
 * tried again until the lock is free; the others of its delivery do not wait for it.
 *
 * A database error rolls everything back: first each message is retried in a separate transaction (two batches can
 * deadlock), then the error is thrown and nothing is lost.
 */
export class MessageConsumer {
  readonly generations: Generations;
  readonly backlog: Backlog;
  private readonly checkpoints: Checkpoints;
  private readonly lostEvents: LostEvents;
  private readonly handling: MessageHandling;
  private readonly waiting: WaitingMessages;
  /** Whether something waited in a stream of the last delivery: then it probably does in the next one. */
  private wasInTheWay = false;

  /** @throws Error for an undeclared type */
  constructor(
    private readonly group: ConsumerGroup,
    private readonly database: Database,
  ) {
    const { name, messages } = group;
    this.generations = new Generations(name, database, handledTypes(group), messages.types);
    this.backlog = new Backlog(name, database);
    this.checkpoints = new Checkpoints(name, database);
    this.lostEvents = new LostEvents(database);
    this.handling = new MessageHandling(group, database);
    this.waiting = new WaitingMessages(group, database, this.backlog, this.checkpoints, this.handling);
  }

  async deliver(messages: readonly Envelope[]): Promise<void> {
    const interest = await this.generations.interest();
    const arrived = messages.map((message): Arrived => ({ message, disposition: interest.of(message) }));
    const wanted = await this.relevant(await this.left(arrived.filter((one) => this.isWanted(one))));
    if (wanted.length === 0) return;
    const end = delivering(
      this.group.name,
      wanted.map(({ message }) => message),
    );
    try {
      await this.deliverWanted(wanted, interest);
      end();
    } catch (error) {
      end(error);
      throw error;
    }
  }

  private async deliverWanted(wanted: readonly Arrived[], interest: Interest): Promise<void> {
    try {
      if (!(await this.together(wanted, interest))) await this.oneByOne(wanted, interest);
    } catch (error) {
      if (wanted.length === 1 || !isOutage(error)) throw error;
      for (const one of wanted) await this.oneByOne([one], interest);
    }
  }

  /** A message without an effect here needs no checkpoint. */
  private isWanted({ message, disposition }: Arrived): boolean {
    return disposition === 'deliver' ? this.handling.isWanted(message) : disposition !== 'skip';
  }

  /** Without messages of events that their service has lost: nobody acts on what has not happened. */
  private async left(arrived: readonly Arrived[]): Promise<readonly Arrived[]> {
    const lost = new Set(await this.lostEvents.among(arrived, await this.generations.sourceEpochs()));
    if (lost.size === 0) return arrived;
    this.group.onLost?.([...lost].map(({ message }) => message));
    return arrived.filter((one) => !lost.has(one));
  }

  private async relevant(arrived: readonly Arrived[]): Promise<readonly Arrived[]> {
    const due = arrived.filter(isDue).map(({ message }) => message);
    if (!this.group.relevant || due.length === 0) return arrived;
    const relevant = new Set(await this.group.relevant(due));
    return arrived.filter((one) => !isDue(one) || relevant.has(one.message));
  }

  /**
   * Retries all waiting messages: dead letters, whose cause may be fixed, and messages kept for this build. Messages
   * kept for a removed handler are deleted.
   */
  async retryAll(): Promise<void> {
    await this.waiting.retryAll(await this.generations.interest());
  }

  /** Retries the waiting messages of a stream. */
  async redrive(stream: StreamName): Promise<void> {
    await this.waiting.retry(stream, await this.generations.interest());
  }

  /** Removes a parked message for ever, in the caller's transaction. */
  discard(stream: StreamName, version: number): Promise<void> {
    return this.waiting.discard(stream, version);
  }

  /** Tries the messages again that wait for locks. @returns what still waits */
  async retryLocked(): Promise<readonly WaitingForLock[]> {
    return this.waiting.retryLocked(await this.generations.interest());
  }

  /**
   * The usual case, without failures: the same effect as one by one, with a few statements for the whole batch. Messages
   * that need streams that are held are set aside.
   * @returns false otherwise; then nothing has happened
   */
  private async together(arrived: readonly Arrived[], interest: Interest): Promise<boolean> {
    const generation = await this.generations.join();
    const take = (sql: SqlTransaction) =>
      this.checkpoints.take(
        sql,
        arrived.map(({ message }) => message),
        generation,
        interest.ordered,
      );
    const aside = this.behindLocks(arrived);
    let options: TransactionOptions | null = { lockTimeoutMs: HELD_MS, heldStreams: 'avoid' };
    for (let attempt = 1; options && attempt <= ATTEMPTS_TOGETHER; attempt++)
      try {
        await this.attempt(arrived, take, aside, options);
        return true;
      } catch (error) {
        options = this.afterFailure(error, options, aside);
      }
    return false;
  }

  /** @param aside what needs a stream that is held is added. @returns null if the next attempt would fail in the same way */
  private afterFailure(
    error: unknown,
    options: TransactionOptions,
    aside: Map<Envelope, WaitsFor>,
  ): TransactionOptions | null {
    if (isOutage(error)) throw error;
    if (error instanceof HeldMessages) {
      for (const [message, lock] of (error as HeldMessages<Envelope>).streams) aside.set(message, { lock });
      return options;
    }
    return isLocked(error) && options.heldStreams === 'avoid' ? { heldStreams: 'find' } : null;
  }

  /** The messages that have to wait for locks that are not a stream's. */
  private behindLocks(arrived: readonly Arrived[]): Map<Envelope, WaitsFor> {
    const { heldStreams } = this.database;
    return new Map(
      arrived.flatMap(({ message }): [Envelope, WaitsFor][] => {
        const before = this.handling.lockBefore(message, heldStreams);
        return before ? [[message, before]] : [];
      }),
    );
  }

  private async attempt(
    arrived: readonly Arrived[],
    take: (sql: SqlTransaction) => Promise<Taken>,
    aside: Aside,
    options: TransactionOptions,
  ): Promise<void> {
    const isUsual = !this.wasInTheWay && aside.size === 0 && arrived.every(isDue);
    if (isUsual && (await this.atOnce(arrived, take, options))) return;
    await this.database.transaction(
      async (sql) => this.afterTaking(await take(sql), arrived, aside),
      options,
    );
  }

  /**
   * Without waiting for what is known about the messages: almost always, all of them are new. @returns false otherwise; then
   * nothing has happened
   */
  private async atOnce(
    arrived: readonly Arrived[],
    take: (sql: SqlTransaction) => Promise<Taken>,
    options: TransactionOptions,
  ): Promise<boolean> {
    const messages = arrived.map(({ message }) => message);
    try {
      await this.database.transaction(async (sql) => {
        const [taken, handled] = await Promise.allSettled([take(sql), this.handling.all(messages)]);
        if (taken.status === 'rejected') throw taken.reason;
        const { fresh, inTheWay } = taken.value;
        if (inTheWay.dead || inTheWay.kept || fresh.length < messages.length) throw new NotNew();
        if (handled.status === 'rejected') throw handled.reason;
      }, options);
      return true;
    } catch (error) {
      if (error instanceof NotNew) return false;
      throw error;
    }
  }

  /** Handles the new messages that need not wait, and sets the others aside. @throws Error if kept messages wait */
  private async afterTaking(
    { fresh, foreign, inTheWay }: Taken,
    arrived: readonly Arrived[],
    aside: Aside,
  ): Promise<void> {
    this.wasInTheWay = inTheWay.dead || inTheWay.kept || foreign.length > 0;
    if (inTheWay.kept) throw new Error('messages of a stream are kept');
    const parked = new ParkedRecords(inTheWay.dead ? await this.backlog.parkedIn(fresh) : []);
    for (const one of foreign) {
      await this.waiting.parkForeign(one);
      parked.add({ ...one.message, record: null }, { lock: null });
    }
    const isFresh = new Set(fresh);
    const { due, kept, behind } = this.sorted(
      arrived.filter(({ message }) => isFresh.delete(message)),
      parked,
      aside,
    );
    await this.handling.all(due);
    await Promise.all(behind.map(([message, before]) => this.waiting.parkBehind(message, before)));
    await this.waiting.keep(kept);
  }

  /**
   * The messages to handle now, those to keep, and those that wait behind parked ones. A held message also holds the later
   * ones of its stream.
   */
  private sorted(arrived: readonly Arrived[], parked: ParkedRecords, aside: Aside) {
    const heldStreams = new Set<string>();
    const due: Envelope[] = [];
    const kept: Envelope[] = [];
    const behind: [Envelope, WaitsFor][] = [];
    for (const { message, disposition } of arrived) {
      const stream = `${message.source} ${message.streamId}`;
      const about = this.handling.about(message);
      if (disposition === 'hold') heldStreams.add(stream);
      if (disposition !== 'deliver' || heldStreams.has(stream)) kept.push(message);
      else {
        const before = parked.before(about) ?? aside.get(message);
        if (before) {
          parked.add(about, before);
          behind.push([message, before]);
        } else due.push(message);
      }
    }
    return { due, kept, behind };
  }

  /** In one transaction, with a savepoint for each message. */
  private oneByOne(arrived: readonly Arrived[], interest: Interest): Promise<void> {
    return this.database.transaction(
      async () => {
        for (const one of arrived) await this.once(one, interest);
      },
      { heldStreams: 'find' },
    );
  }

  private async once({ message, disposition }: Arrived, interest: Interest): Promise<void> {
    if (!(await this.checkpoints.moved(message, await this.generations.join()))) {
      const reason = await this.checkpoints.whyForeign(message);
      if (reason !== null) await this.waiting.parkForeign({ message, reason });
      return;
    }
    const about = this.handling.about(message);
    const inTheWay = () => this.backlog.inTheWay(about, interest.ordered);
    let found = await inTheWay();
    if (found.isKept && !found.before) {
      await this.waiting.drainSome(message, interest);
      found = await inTheWay();
    }
    if (disposition !== 'deliver') return this.waiting.keep([message]);
    const before = found.before ?? this.handling.lockBefore(message, this.database.heldStreams);
    if (found.isKept && !found.before) return this.waiting.keep([message]);
    if (before) return this.waiting.parkBehind(message, before);
    const failure = await this.handling.attempt(message);
    if (failure) await this.waiting.park(message, failure);
  }
}

const isDue = ({ disposition }: Arrived) => disposition === 'deliver';

/** Not all messages of a delivery are new, or a stream is blocked. */
class NotNew extends Error {}

function handledTypes({ name, types, messages }: ConsumerGroup): HandledTypes {
  return Object.fromEntries(
    types.map((type) => {
      const version = messages.versionOf(type);
      if (version === undefined) throw new Error(`${name} handles ${type}, which no contract declares`);
      return [type, version];
    }),
  );
}
