import { randomInt } from 'node:crypto';

/** The first turn of a long interval comes within this time. */
const FIRST_TURN_MS = 2_000;

/**
 * Does a job at an interval, one turn at a time: a turn that takes longer than the interval replaces the next one. A
 * failed turn is reported, and the next one retries.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | null = null;

  constructor(
    private readonly intervalMs: number,
    private readonly job: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * The first turn comes soon: after one interval, or 2 s if that is longer, less up to a half of it at random, so that processes that
   * start together do not all begin at once. Keeps no process alive.
   */
  start(): void {
    const longest = Math.min(this.intervalMs, FIRST_TURN_MS);
    this.timer ??= setTimeout(
      () => {
        this.timer = setInterval(() => void this.turn(), this.intervalMs).unref();
        void this.turn();
      },
      longest - randomInt(1 + Math.floor(longest / 2)),
    ).unref();
  }

  /** A turn at once, or the end of the one under way. Never rejects. */
  turn(): Promise<void> {
    this.underWay ??= Promise.resolve()
      .then(this.job)
      .catch(this.onError)
      .finally(() => (this.underWay = null));
    return this.underWay;
  }

  /** Resolves when the current turn has ended; none follows. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.underWay;
  }
}
