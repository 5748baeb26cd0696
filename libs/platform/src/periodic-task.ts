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

  /** The first turn comes after one interval. Keeps no process alive. */
  start(): void {
    this.timer ??= setInterval(() => void this.turn(), this.intervalMs).unref();
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
    clearInterval(this.timer);
    await this.underWay;
  }
}
