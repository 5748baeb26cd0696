import { Failure, type Phase } from './failure.js';

const BEFORE_WRITING: readonly Phase[] = ['looking up the host', 'connecting', 'negotiating TLS'];

/** The time that one attempt has, and how far it has come. */
export class Attempt {
  phase: Phase = 'looking up the host';
  isCalledOff = false;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(deadlineMs: number) {
    const seconds = deadlineMs / 1000;
    this.timer = setTimeout(
      () => this.breakOff(`No complete answer within ${seconds} s: still ${this.phase}.`),
      deadlineMs,
    );
  }

  /** Aborted with a {@link Failure} when the time is over or the attempt is broken off: then nothing more is begun. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The same promise, but no longer than there is time. */
  within<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([
      promise,
      new Promise<never>((_, reject) =>
        this.signal.addEventListener('abort', () => reject(this.signal.reason as Failure), { once: true }),
      ),
    ]);
  }

  /** Only while nothing has been written. */
  callOff(): void {
    if (!BEFORE_WRITING.includes(this.phase)) return;
    this.isCalledOff = true;
    this.breakOff('The attempt was called off.');
  }

  breakOff(why: string): void {
    this.controller.abort(new Failure(why));
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
