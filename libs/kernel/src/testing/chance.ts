/** A seeded random generator (mulberry32). */
export class Chance {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed;
  }

  /** At least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  shuffled<Item>(list: readonly Item[]): Item[] {
    return list
      .map((one) => [this.next(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  }

  /** Another source that depends on the seed alone, not on how often this one was used. */
  child(n: number): Chance {
    return new Chance(Math.imul(this.seed + n, 0x9e3779b1));
  }
}
