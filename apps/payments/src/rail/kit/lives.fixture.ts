import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestClock } from '@corridor/testing';

/** What a process is told by the spec that kills it. */
export interface Life {
  /** ISO 8601. */
  readonly now: string;
  /** The step at which this process is killed: its number, or when those with these names were there in this order; 0 lets it end. */
  readonly killAt: number | readonly string[];
}

/** Longer than a task is reserved for the process that has taken it. */
const BETWEEN_LIVES_MS = 10 * 60_000;
const root = join(import.meta.dirname, ...Array<string>(5).fill('..'));

/** Processes of payments, one after the other; the next one starts while one lives. */
export class Lives {
  private next: ChildProcess;

  /** @param fixture the program @param given its arguments, the address of its database first */
  constructor(
    private readonly fixture: string,
    private readonly given: readonly string[],
    private readonly clock: TestClock,
    private readonly betweenMs = BETWEEN_LIVES_MS,
  ) {
    this.next = this.born();
  }

  /** @returns the steps that it has had, or null if it was killed */
  async after(killAt: Life['killAt']): Promise<readonly string[] | null> {
    const child = this.next;
    this.next = this.born();
    this.clock.advance(this.betweenMs);
    const life: Life = { now: this.clock.now().toISOString(), killAt };
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    const told = once(child, 'message') as Promise<[string[]]>;
    child.send(life);
    const steps = await Promise.race([told.then(([names]) => names), ended.then(() => null)]);
    const [code, signal] = await ended;
    if (steps === null ? signal !== 'SIGKILL' : code !== 0)
      throw new Error(`it has ended with ${code ?? signal}`);
    return steps;
  }

  end(): void {
    this.next.kill('SIGKILL');
  }

  private born(): ChildProcess {
    const execArgv = ['--import', join(root, 'tools', 'from-source.mjs')];
    return fork(this.fixture, this.given, { cwd: root, execArgv });
  }
}
