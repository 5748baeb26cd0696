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

  /** @throws the reason of the signal if it is aborted while the task waits */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.isFull) await this.turn(signal);
    else this.running++; // a waiting task takes over the slot of the one that ends
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.running--;
    }
  }

  private turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.line.splice(this.line.indexOf(next), 1);
        reject(signal?.reason as Error);
      };
      this.line.push(next);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
