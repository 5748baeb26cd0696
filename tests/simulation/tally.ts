import type { Result } from './simulation.js';

/** What a seed has come to. */
export type Finding = Pick<Result, 'seed' | 'violations' | 'injected'>;

/** Counts seeds, the faults that were injected, and what did not hold. */
export class Tally {
  seeds = 0;
  readonly injected: Record<string, number> = {};
  /** By seed. */
  readonly failed: Record<number, readonly string[]> = {};

  add({ seed, violations, injected }: Finding): void {
    this.seeds++;
    for (const [fault, times] of Object.entries(injected))
      this.injected[fault] = (this.injected[fault] ?? 0) + times;
    if (violations.length > 0) this.failed[seed] = violations;
  }

  get faults(): string {
    const faults = Object.entries(this.injected).map(([fault, times]) => `${times} ${fault}`);
    const all = Object.values(this.injected).reduce((sum, times) => sum + times, 0);
    return `${all} faults: ${faults.sort().join(', ')}`;
  }
}
