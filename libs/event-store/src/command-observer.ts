/** Hears of commands, for metrics. It must not throw, and costs each command its time. */
export interface CommandObserver {
  /**
   * @param aggregate its name
   * @param outcome `refused` by the domain, or `failed`: a store is away, or there is a defect
   * @param seconds from the call until the commit
   * @param traceparent W3C trace context of what has called it
   */
  executed(aggregate: string, outcome: CommandOutcome, seconds: number, traceparent: string): void;
  /** The histories of so many streams were read again, because the rules of their aggregate have changed since their state was stored. */
  refolded(aggregate: string, streams: number): void;
}

export type CommandOutcome = 'done' | 'refused' | 'failed';

export const UNOBSERVED: CommandObserver = { executed: () => undefined, refolded: () => undefined };
