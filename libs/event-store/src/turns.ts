import { workingOnNothing } from '@corridor/tracing';

/** A task that waits for its turn. */
export interface Waiting<Task, Result> {
  readonly task: Task;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Takes turns, one after the other, while tasks wait: those that arrive during one wait for the next. */
export class Turns {
  private isTaking = false;

  constructor(
    private readonly hasWaiting: () => boolean,
    /** Takes tasks that wait and executes them. Never rejects. */
    private readonly turn: () => Promise<void>,
  ) {}

  get isIdle(): boolean {
    return !this.isTaking && !this.hasWaiting();
  }

  /**
   * @param enqueue adds the task to those that wait
   * @returns what a turn resolves it with
   */
  wait<Task, Result>(task: Task, enqueue: (one: Waiting<Task, Result>) => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      enqueue({ task, resolve, reject });
      if (!this.isTaking) void workingOnNothing(() => this.take());
    });
  }

  private async take(): Promise<void> {
    this.isTaking = true;
    while (this.hasWaiting()) {
      await new Promise(setImmediate); // for the others that have already arrived
      await this.turn();
    }
    this.isTaking = false;
  }
}
