/**
 * Repeats a step, one at a time: after the milliseconds that it returned, or at once after a trigger. A trigger during
 * a step is not lost: the next step follows immediately. Work without triggers uses `PeriodicTask` of platform.
 */
export class Loop {
  private running: Promise<void> | null = null;
  private stopped = false;
  private triggered = false;
  private wake: () => void = () => undefined;

  constructor(private readonly step: () => Promise<number>) {}

  start(): void {
    this.running ??= this.run();
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
      const pauseMs = await this.step();
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
