/** What a command reads and writes. */
export interface Terminal {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Characters in a line; null where no person reads. */
  readonly columns: number | null;
  /** The result, on standard output. */
  write(result: string | Uint8Array): void;
  /** Everything else, on standard error. */
  say(text: string): void;
  /** Reads standard input to its end. */
  read(): Promise<string>;
  /** Asks for a line; `isSecret` does not show it. @throws UsageError where nobody can answer */
  ask(question: string, isSecret?: boolean): Promise<string>;
  /**
   * Ends when the user, or the system, asks the program to end, which then does not end by itself; also when nobody reads what it
   * writes any more.
   */
  interrupted(): Promise<void>;
  now(): Date;
}
