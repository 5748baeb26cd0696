import type { Clock } from '@corridor/kernel';
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
import { isOutage } from './outage.js';
import { Semaphore } from './semaphore.js';

const RACES = 5;
/** How long a batch waits for what another transaction is creating. */
const LOCK_MS = 100;
/** Streams whose lock is waited for at the same time: the other connections are for commands that need not wait. */
const APART = 4;

type Queue = BatchQueue<Command, Outcome>;

const queueOf = (execute: (commands: readonly Command[]) => Promise<Outcome[]>): Queue =>
  new BatchQueue(({ caller }) => caller.client.id, execute);

/** A command that has not failed. */
export type Settled = Extract<Outcome, { kind: 'done' | 'repeated' }>;

/**
 * Executes commands that are given at the same time in one transaction with one commit. Whatever hinders the others of a
 * batch is executed apart: a command whose stream another transaction has locked, and all of a batch that failed.
 */
export class CommandExecutor {
  private readonly together = queueOf((commands) => this.tryTogether(commands));
  /** By stream: those that wait for its lock. */
  private readonly apart = new Map<string, Queue>();
  private readonly waiting = new Semaphore(APART);
  private readonly joined = new WeakMap<SqlTransaction, Queue>();

  constructor(
    private readonly context: BatchContext,
    private readonly database: Database,
    private readonly clock: Clock,
    /** Called after a commit. */
    private readonly onAppended: (streams: readonly Appended[]) => void,
  ) {}

  /** Resolves when the command is committed; in the caller's transaction, when it is executed. */
  async execute(command: Command): Promise<Settled> {
    if (this.database.isOpen()) return settled(await this.join(command));
    const outcome = await this.together.add(command);
    return settled(outcome.kind === 'postponed' ? await this.executeApart(command) : outcome);
  }

  private join(command: Command): Promise<Outcome> {
    return this.database.transaction((sql) => {
      const queue = this.joined.get(sql) ?? queueOf((commands) => this.inTurns(sql, commands));
      this.joined.set(sql, queue);
      return queue.add(command);
    });
  }

  private async tryTogether(commands: readonly Command[]): Promise<Outcome[]> {
    try {
      return await this.database.transaction((sql) => this.batch(sql, commands, 'skip'), LOCK_MS);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      return commands.map(() => ({ kind: 'postponed' }));
    }
  }

  private async executeApart(command: Command): Promise<Outcome> {
    const { streamId } = command;
    const queue =
      this.apart.get(streamId) ?? queueOf((commands) => this.waiting.run(() => this.onOneStream(commands)));
    this.apart.set(streamId, queue);
    try {
      return await queue.add(command);
    } finally {
      if (queue.isEmpty && this.apart.get(streamId) === queue) this.apart.delete(streamId);
    }
  }

  private async onOneStream(commands: readonly Command[]): Promise<Outcome[]> {
    try {
      return await this.database.transaction((sql) => this.inTurns(sql, commands));
    } catch (error) {
      if (!isRepeatable(error)) throw error;
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
    const outcomes = await batch.execute(locked);
    const changed = batch.changed();
    if (changed.length > 0) this.database.afterCommit(() => this.onAppended(changed));
    return outcomes;
  }
}

/** Without a connection it is unknown whether they are committed. */
const isRepeatable = (error: unknown) => !mayBeCommitted(error) && (!isOutage(error) || isAborted(error));

/** Postgres has rolled back one of two transactions. */
const isAborted = (error: unknown) => /^40/.test(String((error as { code?: unknown }).code));

/** @throws the error of a command that failed */
function settled(outcome: Outcome): Settled {
  if (outcome.kind === 'failed') throw outcome.error;
  if (outcome.kind === 'postponed') throw new Error('a command was postponed for ever');
  return outcome;
}
