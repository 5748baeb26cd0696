import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, refuse } from '@corridor/kernel';
import { type BatchContext, type Command, CommandBatch, type Outcome } from './command-batch.js';
import type { Appended } from './appends.js';
import { BatchQueue } from './batch-queue.js';
import {
  type Database,
  type SqlTransaction,
  isOutdatedPlan,
  isUniqueViolation,
  mayBeCommitted,
} from './database.js';
import { HELD_MS, StreamHeld } from './held-streams.js';
import { KeyedSemaphore } from './keyed-semaphore.js';
import { isBusy, isOutage } from './outage.js';
import { Semaphore } from './semaphore.js';

const RACES = 5;
/** How long a batch waits for what another transaction is creating. */
const LOCK_MS = 100;
/** Streams whose lock is waited for at the same time: the other connections are for commands that need not wait. */
const APART = 4;
/** Those of one client: the others are for clients whose streams are free. */
const APART_OF_CLIENT = 2;

/** How long a command waits until its stream is folded under the rules of this build. */
const REFOLD_WAIT_MS = 5_000;

/** Before it is looked again whether a stream is still locked; then twice as long each time. */
const FIRST_PAUSE_MS = 5;

type Queue = BatchQueue<Command, Outcome>;

/** A command that is executed apart. */
interface Postponed {
  readonly command: Command;
  /** How long it waits for locks, on the clock of `performance`. */
  readonly until: number;
}

const queueOf = (execute: (commands: readonly Command[]) => Promise<Outcome[]>): Queue =>
  new BatchQueue(({ caller }) => caller.client.id, execute);

const lineOf = (execute: (commands: readonly Postponed[]) => Promise<Outcome[]>) =>
  new BatchQueue<Postponed, Outcome>(({ command }) => command.caller.client.id, execute);

/** A command that has not failed. */
export type Settled = Extract<Outcome, { kind: 'done' | 'repeated' }>;

/**
 * Executes commands that are given at the same time in one transaction with one commit. Whatever hinders the others of a
 * batch is executed apart: a command whose stream another transaction has locked, and all of a batch that failed.
 */
export class CommandExecutor {
  private readonly together = queueOf((commands) => this.tryTogether(commands));
  /** By stream: those that wait for its lock. */
  private readonly apart = new Map<string, ReturnType<typeof lineOf>>();
  private readonly waiting = new Semaphore(APART);
  private readonly shares = new KeyedSemaphore(APART_OF_CLIENT);
  private readonly joined = new WeakMap<SqlTransaction, Queue>();

  constructor(
    private readonly context: BatchContext,
    private readonly database: Database,
    private readonly clock: Clock,
    /** Called after a commit. */
    private readonly onAppended: (streams: readonly Appended[]) => void,
  ) {}

  /**
   * Resolves when the command is committed; in the caller's transaction, when it is executed.
   * @throws an error that is `isUnavailable` if its stream stays locked; Refusal unavailable while it is folded for long
   */
  async execute(command: Command): Promise<Settled> {
    if (this.database.isOpen()) return settled(await this.join(command));
    const until = performance.now() + REFOLD_WAIT_MS;
    for (;;) {
      const outcome = await this.executeOnce(command);
      if (outcome.kind !== 'outdated') return settled(outcome);
      await this.refolded(command, until);
    }
  }

  private async executeOnce(command: Command): Promise<Outcome> {
    // Behind those that wait for its stream already, and not in the way of the others.
    if (this.apart.has(command.streamId)) return this.executeApart(command);
    const outcome = await this.together.add(command);
    return outcome.kind === 'postponed' ? this.executeApart(command) : outcome;
  }

  /** Until then, or until its stream is folded under the rules of this build; that continues when nobody waits any more. */
  private async refolded({ registration, streamId }: Command, until: number): Promise<void> {
    const folding = this.context.refolds.stored(registration.aggregate, streamId);
    const given = new AbortController();
    const timeout = sleep(Math.max(0, msUntil(until)), true, { signal: given.signal }).catch(() => true);
    const isOver = await Promise.race([folding.then(() => false), timeout]).finally(() => given.abort());
    if (!isOver) return;
    folding.catch(() => undefined); // the next command on the stream meets the same error
    throw refuse('unavailable', 'The history of this record is being read again after an upgrade.');
  }

  private join(command: Command): Promise<Outcome> {
    return this.database.transaction((sql) => {
      const queue =
        this.joined.get(sql) ??
        queueOf(async (commands) =>
          (await this.joinedTurns(sql, commands)).map((outcome, i) =>
            this.heldIfOutdated(outcome, commands[i] as Command),
          ),
        );
      this.joined.set(sql, queue);
      return queue.add(command);
    });
  }

  /** A message waits until its stream is folded, as it waits for a lock: nothing is held meanwhile. */
  private heldIfOutdated(outcome: Outcome, { registration, streamId }: Command): Outcome {
    if (outcome.kind !== 'outdated') return outcome;
    this.context.refolds.stored(registration.aggregate, streamId).catch(() => undefined); // it is tried again
    return { kind: 'failed', error: new StreamHeld(streamId) };
  }

  private async tryTogether(commands: readonly Command[]): Promise<Outcome[]> {
    try {
      return await this.database.transaction((sql) => this.batch(sql, commands, 'skip'), {
        lockTimeoutMs: LOCK_MS,
      });
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      return commands.map(() => ({ kind: 'postponed' }));
    }
  }

  private async executeApart(command: Command): Promise<Outcome> {
    const { streamId, caller } = command;
    const line =
      this.apart.get(streamId) ??
      lineOf((some) =>
        this.shares.run(caller.client.id, () => this.waiting.run(() => this.onOneStream(some))),
      );
    this.apart.set(streamId, line);
    try {
      return await line.add({ command, until: performance.now() + this.database.lockTimeoutMs });
    } finally {
      if (line.isEmpty && this.apart.get(streamId) === line) this.apart.delete(streamId);
    }
  }

  /** If it stays locked for as long as one of them waits, all of them fail: the others would wait for the same. */
  private async onOneStream(postponed: readonly Postponed[]): Promise<Outcome[]> {
    const until = Math.min(...postponed.map((one) => one.until));
    if (msUntil(until) <= 0) throw refuse('unavailable');
    const commands = postponed.map(({ command }) => command);
    try {
      return await this.database.transaction((sql) => this.inTurns(sql, commands), {
        lockTimeoutMs: msUntil(until),
      });
    } catch (error) {
      if (!isRepeatable(error) || isBusy(error)) throw error;
    }
    const outcomes: Outcome[] = [];
    for (const command of commands) outcomes.push(await this.alone(command));
    return outcomes;
  }

  /** Two callers may create one stream, or use one key, at once: the second one decides again on what then exists. */
  private async alone(command: Command): Promise<Outcome> {
    for (let left = RACES; ; left--) {
      try {
        const [outcome] = await this.database.transaction((sql) => this.inTurns(sql, [command]));
        return outcome as Outcome;
      } catch (error) {
        const isRace =
          isOutdatedPlan(error) ||
          isUniqueViolation(error, 'streams_pkey') ||
          isUniqueViolation(error, 'idempotency_pkey');
        if (left === 0 || !isRace) return { kind: 'failed', error };
      }
    }
  }

  /** In the caller's transaction, without those on streams that another transaction holds if the caller wants it so. */
  private async joinedTurns(sql: SqlTransaction, commands: readonly Command[]): Promise<Outcome[]> {
    const { heldStreams: known } = this.database;
    const [some, others] = parted(
      commands,
      ({ streamId }) => sql.heldStreams === 'find' || (sql.heldStreams === 'avoid' && known.has(streamId)),
    );
    if (some.length === 0) return this.inTurns(sql, commands);
    const outcomes = new Map<Command, Outcome>();
    const found = await this.unlessHeld(sql, some, performance.now() + HELD_MS);
    some.forEach((command, i) => outcomes.set(command, found[i] as Outcome));
    const waited = others.length > 0 ? await this.inTurns(sql, others) : [];
    others.forEach((command, i) => outcomes.set(command, waited[i] as Outcome));
    return commands.map((command) => outcomes.get(command) as Outcome);
  }

  /** Looks for locked streams again until then, except for those that are known to be held: their commands fail. */
  private async unlessHeld(
    sql: SqlTransaction,
    commands: readonly Command[],
    until: number,
    pauseMs = FIRST_PAUSE_MS,
  ): Promise<Outcome[]> {
    const { heldStreams } = this.database;
    const outcomes = await this.batch(sql, commands, 'skip');
    const [postponed, executed] = parted(commands, (_, i) => outcomes[i]?.kind === 'postponed');
    const own = new Set(executed.map(({ streamId }) => streamId));
    own.forEach((id) => heldStreams.isFree(id));
    const isOver = performance.now() >= until;
    const [held, again] = parted(
      postponed,
      ({ streamId }) => !own.has(streamId) && (isOver || heldStreams.has(streamId)),
    );
    held.forEach(({ streamId }) => heldStreams.isHeld(streamId));
    if (again.some(({ streamId }) => !own.has(streamId))) await sleep(pauseMs);
    const later = again.length > 0 ? await this.unlessHeld(sql, again, until, pauseMs * 2) : [];
    return commands.map((command, i) => {
      const outcome = outcomes[i] as Outcome;
      if (outcome.kind !== 'postponed') return outcome;
      if (again.includes(command)) return later.shift() as Outcome;
      return { kind: 'failed', error: new StreamHeld(command.streamId) };
    });
  }

  private async inTurns(sql: SqlTransaction, commands: readonly Command[]): Promise<Outcome[]> {
    const outcomes = await this.batch(sql, commands, 'wait');
    const isPostponed = (_: Command, i: number) => outcomes[i]?.kind === 'postponed';
    const postponed = commands.filter(isPostponed);
    if (postponed.length === 0) return outcomes;
    const later = await this.inTurns(sql, postponed);
    return outcomes.map((outcome) => (outcome.kind === 'postponed' ? (later.shift() as Outcome) : outcome));
  }

  private async batch(
    sql: SqlTransaction,
    commands: readonly Command[],
    locked: 'wait' | 'skip',
  ): Promise<Outcome[]> {
    const batch = new CommandBatch(sql, commands, this.context, this.clock);
    // A transaction that cannot continue without the command folds the whole stream, however long it is.
    const canLeaveOut = !this.joined.has(sql) || sql.heldStreams !== undefined;
    const outcomes = await batch.execute(locked, canLeaveOut ? undefined : Infinity);
    const changed = batch.changed();
    if (changed.length > 0) this.database.afterCommit(() => this.onAppended(changed));
    return outcomes;
  }
}

/** Those of which it is true, and the others. */
function parted<One>(all: readonly One[], isFirst: (one: One, i: number) => boolean): [One[], One[]] {
  const parts: [One[], One[]] = [[], []];
  all.forEach((one, i) => parts[isFirst(one, i) ? 0 : 1].push(one));
  return parts;
}

const msUntil = (time: number) => Math.ceil(time - performance.now());

/** Without a connection it is unknown whether they are committed. */
const isRepeatable = (error: unknown) => !mayBeCommitted(error) && (!isOutage(error) || isAborted(error));

/** Postgres has rolled back one of two transactions. */
const isAborted = (error: unknown) => /^40/.test(String((error as { code?: unknown }).code));

/** @throws the error of a command that failed */
function settled(outcome: Outcome): Settled {
  if (outcome.kind === 'failed') throw outcome.error;
  if (outcome.kind === 'postponed' || outcome.kind === 'outdated')
    throw new Error(`a command is ${outcome.kind} for ever`);
  return outcome;
}
