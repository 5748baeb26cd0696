import { refuse } from '@corridor/kernel';
import type { Command, Outcome } from './command-batch.js';

/** The greatest number of commands in one transaction. */
export const MAX_BATCH = 64;
/** The greatest number of commands that wait in a process; further ones are refused. */
export const MAX_WAITING = 10_000;

interface Waiting {
  readonly command: Command;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commands that arrive while others are executed wait and are then executed together. Nobody waits for a batch to fill.
 * The clients take turns, so that one with many commands does not delay the others; the commands of one client keep
 * their order.
 */
export class CommandQueue {
  private readonly waiting = new Map<string, Waiting[]>();
  private count = 0;
  private isRunning = false;

  /** @param execute one outcome for each command; if it throws, all of them fail */
  constructor(private readonly execute: (commands: readonly Command[]) => Promise<Outcome[]>) {}

  get isEmpty(): boolean {
    return this.count === 0 && !this.isRunning;
  }

  /** @throws Refusal unavailable if too many already wait */
  add(command: Command): Promise<Outcome> {
    if (this.count >= MAX_WAITING) throw refuse('unavailable');
    return new Promise((resolve, reject) => {
      this.push({ command, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private push(one: Waiting): void {
    const { id } = one.command.caller.client;
    const line = this.waiting.get(id);
    if (line) line.push(one);
    else this.waiting.set(id, [one]);
    this.count++;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    await Promise.resolve(); // for those who call in the same turn
    while (this.count > 0) {
      const batch = this.take();
      try {
        const outcomes = await this.execute(batch.map(({ command }) => command));
        batch.forEach(({ resolve }, i) => resolve(outcomes[i] as Outcome));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
  }

  private take(): Waiting[] {
    const batch: Waiting[] = [];
    while (batch.length < MAX_BATCH && this.count > 0)
      for (const [client, line] of [...this.waiting]) {
        if (batch.length === MAX_BATCH) break;
        batch.push(line.shift() as Waiting);
        this.count--;
        // At the end again: the next batch begins with those who come after.
        this.waiting.delete(client);
        if (line.length > 0) this.waiting.set(client, line);
      }
    return batch;
  }
}
