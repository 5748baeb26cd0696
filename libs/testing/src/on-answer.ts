/** An answer as it left the edge of a service or of the running system. */
export interface SeenAnswer {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte. */
  readonly body: string;
}

/**
 * Every answer that the spec of a service or a system test gets passes here: the one place that can hold all of them
 * against what is promised. What it throws fails the test that asked.
 */
export function onAnswer(_answer: SeenAnswer): void {}
