import { AsyncLocalStorage } from 'node:async_hooks';
import type { Chance } from '@corridor/testing';
import { TaskQueue, type Task } from './task-queue.js';

/** One incarnation of a process: nothing that it has begun happens once it is over. */
export class Life {
  isOver = false;
  /** How far its wall clock is ahead, in milliseconds. */
  clockMs = 0;

  constructor(
    readonly name: string,
    /** What its code draws, which nothing else depends on. */
    readonly chance: Chance,
  ) {}
}

/** When the simulated time begins: a Monday morning. */
const BEGINNING_MS = Date.UTC(2026, 10, 23, 9);

const TURNS_OF_A_START = 20;

const afterMicrotasks = setImmediate;

/**
 * The machine that simulated processes run on. It owns time, timers and chance: one task happens after the other, in an
 * order that depends on the seed alone, and simulated time advances only between tasks.
 */
export class Machine {
  private readonly lives = new AsyncLocalStorage<Life>();
  private readonly tasks = new TaskQueue();
  private elapsedMs = 0;
  /** Decides when things happen. */
  private readonly order: Chance;
  /** What has happened, as a hash. */
  private traced = hashOf('');
  steps = 0;
  /** Processes that start: Node imports modules for them, which takes some turns of its event loop. */
  starting = 0;

  constructor(private readonly seed: Chance) {
    this.order = this.source('order');
  }

  /** A source of chance of its own for each purpose. */
  source(purpose: string): Chance {
    return this.seed.child(hashOf(purpose));
  }

  /** Simulated milliseconds since the beginning, which no clock jump changes. */
  get uptimeMs(): number {
    return this.elapsedMs;
  }

  /** The wall clock of the current process. */
  get wallMs(): number {
    return Math.floor(BEGINNING_MS + this.elapsedMs + (this.life?.clockMs ?? 0));
  }

  /** The process to which the current code belongs. */
  get life(): Life | undefined {
    return this.lives.getStore();
  }

  within<T>(life: Life, work: () => T): T {
    return this.lives.run(life, work);
  }

  /** Happens after so many milliseconds, unless that life is over by then. */
  after(delayMs: number, life: Life | null, run: () => unknown): Task {
    return this.tasks.add({ atMs: this.elapsedMs + delayMs, tie: this.order.next(), life, run });
  }

  /** A drawn duration of about that many milliseconds. */
  about(ms: number): number {
    return ms * (0.2 + 1.6 * this.order.next());
  }

  cancel(task: Task): void {
    task.isCancelled = true;
  }

  /** Adds to what is compared between two runs of one seed. */
  note(text: string): void {
    this.traced = hashOf(text.replace(/savepoint_\d+/, 'savepoint'), this.traced); // numbered in the whole program
  }

  /** Differs between two runs that differ in anything that was noted. */
  get trace(): string {
    return `${this.steps}:${(this.traced >>> 0).toString(16)}`;
  }

  /**
   * Lets happen what happens, until it is so.
   * @param limitMs of simulated time
   * @throws Error if it is not so by then
   */
  async run(isSo: () => boolean, limitMs: number, what: string): Promise<void> {
    const untilMs = this.elapsedMs + limitMs;
    await this.settled();
    while (!isSo()) {
      const task = this.tasks.next();
      if (!task) throw new Error(`nothing happens any more: ${what}`);
      if (task.atMs > untilMs) throw new Error(`not within ${limitMs} simulated ms: ${what}`);
      if (task.life?.isOver) continue;
      this.elapsedMs = Math.max(this.elapsedMs, task.atMs);
      this.steps++;
      await task.run();
      await this.settled();
    }
  }

  /** Resolves when all that follows without a timer or a store has happened. */
  private async settled(): Promise<void> {
    for (let turns = this.starting > 0 ? TURNS_OF_A_START : 1; turns > 0; turns--)
      await new Promise((resolve) => afterMicrotasks(resolve));
  }
}

/** FNV-1a. */
function hashOf(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash;
}
