/**
 * Repeats a step, one at a time: after the milliseconds that it returned, or at once after a trigger. A trigger during
 * a step is not lost: the next step follows immediately. Work without triggers uses `PeriodicTask` of platform.
 */
export class Loop {
  private running: Promise<void> | null = null;
  private stopped = false;
  private triggered = false;
  private wake: () => void = () => undefined;
  /** When the step under way began; null between two steps. */
  private stepSince: number | null = null;
  private hasFailed = false;

  constructor(private readonly step: () => Promise<number>) {}

  start(): void {
    this.running ??= this.run().catch((error: unknown) => {
      this.hasFailed = true;
      throw error;
    });
  }

  /** For how long it has shown no sign of life: a step that does not end, or an end that nobody asked for. */
  silentMs(): number {
    if (this.hasFailed) return Infinity;
    return this.stepSince === null ? 0 : performance.now() - this.stepSince;
  }

  trigger(): void {
    this.triggered = true;
    this.wake();
  }

  /** Resolves when the current step has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.triggered = false;
      this.stepSince = performance.now();
      const pauseMs = await this.step();
      this.stepSince = null;
      if (!this.triggered && !this.stopped) await this.pause(pauseMs);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
