import { refuse } from '@corridor/kernel';
import { Turns, type Waiting } from './turns.js';

/** The greatest number of tasks in one batch. */
export const MAX_BATCH = 64;
/** The greatest number of tasks that wait. */
export const MAX_WAITING = 10_000;

/**
 * Tasks that arrive while others are executed wait and are then executed together. Nobody waits for a batch to fill. The
 * clients take turns, so that one with many tasks does not delay the others; the tasks of one client keep their order.
 *
 * If {@link MAX_WAITING} tasks wait, further ones are refused. A client that has fewer than another one takes the place of
 * its last task instead, so no client can fill the queue for the others.
 */
export class BatchQueue<Task, Result> {
  private readonly waiting = new Map<string, Waiting<Task, Result>[]>();
  private readonly turns = new Turns(
    () => this.count > 0,
    () => this.turn(),
  );
  private count = 0;

  constructor(
    private readonly clientOf: (task: Task) => string,
    /** One result for each task; if it throws, all of them fail. */
    private readonly execute: (tasks: readonly Task[]) => Promise<Result[]>,
  ) {}

  get isEmpty(): boolean {
    return this.turns.isIdle;
  }

  /** @throws Refusal unavailable if too many already wait, or when the task gives way to one of another client */
  add(task: Task): Promise<Result> {
    const client = this.clientOf(task);
    if (this.count >= MAX_WAITING) this.makeRoomFor(client);
    return this.turns.wait<Task, Result>(task, (one) => this.push(client, one));
  }

  private makeRoomFor(client: string): void {
    const own = this.waiting.get(client)?.length ?? 0;
    let longest: Waiting<Task, Result>[] = [];
    for (const line of this.waiting.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= own + 1) throw refuse('unavailable');
    longest.pop()?.reject(refuse('unavailable'));
    this.count--;
  }

  private push(client: string, one: Waiting<Task, Result>): void {
    const line = this.waiting.get(client);
    if (line) line.push(one);
    else this.waiting.set(client, [one]);
    this.count++;
  }

  private async turn(): Promise<void> {
    const batch = this.take();
    try {
      const results = await this.execute(batch.map(({ task }) => task));
      batch.forEach(({ resolve }, i) => resolve(results[i] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private take(): Waiting<Task, Result>[] {
    const batch: Waiting<Task, Result>[] = [];
    for (const [client, line] of this.waiting) {
      batch.push(line.shift() as Waiting<Task, Result>);
      this.count--;
      // At the end again: this loop comes back to it, and the next batch begins with those who come after.
      this.waiting.delete(client);
      if (line.length > 0) this.waiting.set(client, line);
      if (batch.length === MAX_BATCH) break;
    }
    return batch;
  }
}
