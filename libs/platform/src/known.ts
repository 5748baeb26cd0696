import type { Clock } from '@corridor/kernel';

/** How long this process may use what another one has replaced. */
const KNOWN_MS = 1_000;
/** Maximum number of keys in memory. */
const MOST = 10_000;

/** What was read for each key, for a second. Whoever asks during a read shares it; one that fails is not kept. */
export class Known<Value> {
  private readonly reads = new Map<string, { readonly value: Promise<Value>; readonly since: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly read: (key: string) => Promise<Value>,
  ) {}

  of(key: string): Promise<Value> {
    const since = this.clock.now().getTime();
    const known = this.reads.get(key);
    if (known && Math.abs(since - known.since) < KNOWN_MS) return known.value;
    if (this.reads.size >= MOST) this.reads.clear();
    const value = this.read(key);
    const read = { value, since };
    this.reads.set(key, read);
    value.catch(() => this.reads.get(key) === read && this.reads.delete(key));
    return value;
  }

  /** After a change: also what is being read is not kept. */
  forget(): void {
    this.reads.clear();
  }
}
