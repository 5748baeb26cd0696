/** Limits the number of concurrent tasks; the others wait in a queue. */
export class Semaphore {
  private running = 0;
  private readonly line: (() => void)[] = [];

  constructor(private readonly width: number) {}

  get isFull(): boolean {
    return this.running >= this.width;
  }

  get isEmpty(): boolean {
    return this.running === 0;
  }

  get waiting(): number {
    return this.line.length;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isFull) await new Promise<void>((resolve) => this.line.push(resolve));
    else this.running++; // a waiting task takes over the slot of the one that ends
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.running--;
    }
  }
}
