/** Lets so many through at a time; the others wait in line. */
export class Turnstile {
  private readonly line: (() => void)[] = [];

  constructor(private free: number) {}

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.line.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.free++;
    }
  }
}
