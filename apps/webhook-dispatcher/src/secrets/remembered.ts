/** So many are kept. */
const KEPT = 1_000;

/** What is derived from a secret takes longer to derive than to use: that of the secrets used last is kept in memory. */
export class Remembered<Value> {
  private readonly known = new Map<string, Value>();

  constructor(
    private readonly derive: (text: string) => Value,
    private readonly kept = KEPT,
  ) {}

  /** @throws what `derive` throws; a failure is not kept */
  of(text: string): Value {
    const value = this.known.get(text) ?? this.derive(text);
    this.known.delete(text);
    this.known.set(text, value);
    const [oldest] = this.known.keys();
    if (this.known.size > this.kept && oldest !== undefined) this.known.delete(oldest);
    return value;
  }
}
