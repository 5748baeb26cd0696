/** A subscription for which something may be due. */
export interface DueSubscription {
  readonly subscriptionId: string;
  readonly clientId: string;
  /** It is to be looked for even where this process has seen its circuit breaker open: that may have changed. */
  readonly isAfresh?: boolean;
}

export type OnDue = (due: readonly DueSubscription[]) => void;

/**
 * Tells dispatchers when there may be something to deliver.
 *
 * Guarantee: in good times a trigger reaches one dispatcher of this installation within milliseconds of its time, and
 * without `delayMs` it reaches this process at the latest when the queue cannot take it. In bad times it may come late,
 * twice or never: the rows are the truth, and a sweep over them finds what was not told. Nothing but ids is written.
 */
export abstract class DeliveryTrigger {
  /** Never waits, never throws. */
  abstract trigger(due: readonly DueSubscription[], delayMs?: number): void;

  /** @throws Error where the queue would lose what it is told */
  abstract start(onDue: OnDue): Promise<void>;

  /** Rejects where the server of the queue does not respond: until it does, the sweep delivers. */
  abstract ping(): Promise<void>;

  /** None is heard afterwards. */
  abstract stop(): Promise<void>;
}
