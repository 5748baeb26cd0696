import type { Envelope, MessageRegistry } from '@corridor/contracts';
import { InvalidMessage } from '@corridor/contracts';
import { type Database, type SqlTransaction, isOutage } from '@corridor/event-store';
import { AT_ONCE, Backlog, type StreamName, type Waiting } from './backlog.js';
import { Checkpoints, type Taken } from './checkpoints.js';
import type { HandledTypes, Interest } from './disposition.js';
import { Generations } from './generations.js';
import { HandlingOrder } from './handling-order.js';

/** Reacts to one message; writes only through the event store, which joins the delivery's transaction. */
export type Handler = (message: Envelope) => Promise<unknown>;

/** Attempts before a message goes to the dead letters. */
const ATTEMPTS = 3;
const WAITS_BEHIND = 'waits behind an earlier message of its stream';

export interface DeadLetter {
  readonly message: Envelope;
  readonly reason: string;
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
   * same time.
   */
  readonly recordOf?: (message: Envelope) => string | null;
  /**
   * Leaves out messages that would have no effect, whenever they are handled, with at most one statement for all of them.
   * They need no transaction. Without it, every message may have an effect.
   */
  readonly relevant?: (messages: readonly Envelope[]) => Promise<readonly Envelope[]>;
  /** Every message that this build knows. */
  readonly messages: MessageRegistry;
  readonly onDeadLetter?: (letter: DeadLetter) => void;
  /** Messages were kept for a later build. */
  readonly onKept?: (messages: readonly Envelope[]) => void;
}

/**
 * Delivers messages to a consumer's handler with exactly one effect each: the checkpoint of the stream commits in the
 * same transaction as what the handler wrote. A message that fails repeatedly becomes a dead letter in the same
 * transaction, and later messages of its stream wait behind it; other streams continue. A message that only a later
 * build of this consumer understands is kept for it, in the same way.
 *
 * A database error rolls everything back: first each message is retried in a separate transaction (two batches can
 * deadlock), then the error is thrown and nothing is lost.
 */
export class MessageConsumer {
  readonly generations: Generations;
  readonly backlog: Backlog;
  private readonly checkpoints: Checkpoints;
  /** Messages in the form that the handler accepts: what `concerns` has read is not read again. */
  private readonly accepted = new WeakMap<Envelope, Envelope>();

  /** @throws Error for an undeclared type */
  constructor(
    private readonly group: ConsumerGroup,
    private readonly database: Database,
  ) {
    const { name, messages } = group;
    this.generations = new Generations(name, database, handledTypes(group), messages.types);
    this.backlog = new Backlog(name, database);
    this.checkpoints = new Checkpoints(name, database);
  }

  async deliver(messages: readonly Envelope[]): Promise<void> {
    const interest = await this.generations.interest();
    const wanted = await this.relevant(
      messages.filter((message) => this.isWanted(message, interest)),
      interest,
    );
    if (wanted.length === 0) return;
    try {
      if (!(await this.together(wanted, interest))) await this.oneByOne(wanted, interest);
    } catch (error) {
      if (wanted.length === 1 || !isOutage(error)) throw error;
      for (const message of wanted) await this.oneByOne([message], interest);
    }
  }

  /** A message without an effect here needs no checkpoint. */
  private isWanted(message: Envelope, interest: Interest): boolean {
    const disposition = interest.of(message);
    if (disposition !== 'deliver') return disposition !== 'skip';
    const { concerns } = this.group;
    try {
      return !concerns || concerns(this.read(message));
    } catch {
      return true; // the handler fails in the same way, and it becomes a dead letter
    }
  }

  private async relevant(messages: readonly Envelope[], interest: Interest): Promise<readonly Envelope[]> {
    const due = messages.filter((message) => interest.of(message) === 'deliver');
    if (!this.group.relevant || due.length === 0) return messages;
    const relevant = new Set(await this.group.relevant(due));
    return messages.filter((message) => relevant.has(message) || interest.of(message) !== 'deliver');
  }

  /**
   * Retries all waiting messages: dead letters, whose cause may be fixed, and messages kept for this build. Messages
   * kept for a removed handler are deleted.
   */
  async retryAll(): Promise<void> {
    const interest = await this.generations.interest();
    for (const stream of await this.backlog.streams(triable(interest))) await this.retry(stream, interest);
  }

  /** Delivers the waiting messages of a stream, in order; stops at the first one that still has to wait. */
  private async retry(stream: StreamName, interest: Interest): Promise<void> {
    const some = () =>
      this.database.transaction(async () => {
        // Deliveries take this lock first: new messages do not queue behind ones that are being delivered.
        await this.checkpoints.lock(stream);
        return this.drain(stream, interest);
      });
    while ((await some()) === 'more');
  }

  /**
   * The usual case, without waiting messages and failures: the same effect as one by one, with a few statements for the
   * whole batch. @returns false otherwise; then nothing has happened
   */
  private async together(messages: readonly Envelope[], interest: Interest): Promise<boolean> {
    const generation = await this.generations.join();
    const take = (sql: SqlTransaction) => this.checkpoints.take(sql, messages, generation, interest.ordered);
    try {
      if (
        messages.every((message) => interest.of(message) === 'deliver') &&
        (await this.atOnce(messages, take))
      )
        return true;
      await this.database.transaction(async (sql) => {
        const { fresh, inTheWay } = await take(sql);
        if (inTheWay) throw new Error('a stream is blocked');
        const { due, kept } = sorted(fresh, interest);
        await this.handleAll(due);
        await this.keep(kept);
      });
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      return false;
    }
  }

  /**
   * Without waiting for what is known about the messages: almost always, all of them are new. @returns false otherwise; then
   * nothing has happened
   */
  private async atOnce(messages: readonly Envelope[], take: (sql: SqlTransaction) => Promise<Taken>) {
    try {
      await this.database.transaction(async (sql) => {
        const [taken, handled] = await Promise.allSettled([take(sql), this.handleAll(messages)]);
        if (taken.status === 'rejected') throw taken.reason;
        const { fresh, inTheWay } = taken.value;
        if (inTheWay || fresh.length < messages.length) throw new NotNew();
        if (handled.status === 'rejected') throw handled.reason;
      });
      return true;
    } catch (error) {
      if (error instanceof NotNew) return false;
      throw error;
    }
  }

  /** In one transaction, with a savepoint for each message. */
  private oneByOne(messages: readonly Envelope[], interest: Interest): Promise<void> {
    return this.database.transaction(async () => {
      for (const message of messages) await this.once(message, interest);
    });
  }

  private async once(message: Envelope, interest: Interest): Promise<void> {
    if (!(await this.checkpoints.moved(message, await this.generations.join()))) return;
    const before = await this.backlog.inTheWay(message, interest.ordered);
    const blockedBy = before === 'kept' ? await this.drain(message, interest) : before;
    if (interest.of(message) !== 'deliver') return this.keep([message]);
    if (blockedBy === 'dead') return this.park(message, WAITS_BEHIND);
    if (blockedBy) return this.keep([message]);
    const failure = await this.attempt(message);
    if (failure) await this.park(message, failure);
  }

  /**
   * Delivers the waiting messages of a stream, in order, as far as possible. @returns the blocking cause for later
   * messages; `more` if there was no time to check all of them
   */
  private async drain(stream: StreamName, interest: Interest): Promise<'dead' | 'kept' | 'more' | null> {
    const waiting = await this.backlog.of(stream, triable(interest));
    for (const one of waiting) {
      const disposition = interest.of(one.message);
      if (disposition === 'hold' || disposition === 'keep') return one.isDead ? 'dead' : 'kept';
      if (disposition === 'deliver' || one.isDead) {
        const failure = await this.attempt(one.message);
        if (failure) return this.leave(one, failure);
      }
      await this.backlog.remove(one);
    }
    return waiting.length === AT_ONCE ? 'more' : null;
  }

  /** It keeps its position; a kept message becomes a dead letter. */
  private async leave(waiting: Waiting, reason: string): Promise<'dead'> {
    if (!waiting.isDead) {
      await this.backlog.remove(waiting);
      await this.park(waiting.message, reason);
    }
    return 'dead';
  }

  /** @returns why it failed in all attempts, or null */
  private async attempt(message: Envelope): Promise<string | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.database.savepoint(() => this.handle(message));
        return null;
      } catch (error) {
        if (isOutage(error)) throw error;
        if (error instanceof InvalidMessage) return error.message; // it is the same in each attempt
        if (attempt === ATTEMPTS)
          return error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
    }
  }

  private async handle(message: Envelope): Promise<void> {
    await this.group.handle(this.read(message));
  }

  private read(message: Envelope): Envelope {
    const read = this.accepted.get(message) ?? this.group.messages.read(message);
    this.accepted.set(message, read);
    return read;
  }

  /** At the same time as far as their order allows, so that their commands are executed together. */
  private handleAll(messages: readonly Envelope[]): Promise<void> {
    const order = new HandlingOrder(
      ({ source, streamId }: Envelope) => `${source} ${streamId}`,
      (message) => this.recordOf(message),
    );
    for (const message of messages) order.add(message, () => this.handle(message));
    return order.ended();
  }

  private recordOf(message: Envelope): string | null {
    const { recordOf } = this.group;
    try {
      return recordOf?.(this.read(message)) ?? null;
    } catch {
      return null; // the handler fails in the same way
    }
  }

  private async park(message: Envelope, reason: string): Promise<void> {
    await this.backlog.park(message, reason);
    this.database.afterCommit(() => this.group.onDeadLetter?.({ message, reason }));
  }

  private async keep(messages: readonly Envelope[]): Promise<void> {
    if (messages.length === 0) return;
    await this.backlog.keep(messages);
    this.database.afterCommit(() => this.group.onKept?.(messages));
  }
}

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

/** Types whose waiting messages a turn has to process: deliver, wait for, or remove. */
const triable = (interest: Interest) => [...interest.ordered, ...interest.skipped];

/** The messages to handle now, and those to keep: a held message also holds the later ones of its stream. */
function sorted(messages: readonly Envelope[], interest: Interest) {
  const heldStreams = new Set<string>();
  const due: Envelope[] = [];
  const kept: Envelope[] = [];
  for (const message of messages) {
    const stream = `${message.source} ${message.streamId}`;
    const disposition = interest.of(message);
    if (disposition === 'hold') heldStreams.add(stream);
    const isDue = disposition === 'deliver' && !heldStreams.has(stream);
    (isDue ? due : kept).push(message);
  }
  return { due, kept };
}
