/** A subscription for which something may be due. */
export interface DueSubscription {
  readonly subscriptionId: string;
  readonly clientId: string;
  /** Check it even if this process has seen its circuit breaker open, because that may have changed. */
  readonly isAfresh?: boolean;
}

export type OnDue = (due: readonly DueSubscription[]) => void;

/**
 * Tells dispatchers when there may be something to deliver.
 *
 * Guarantee: normally a trigger reaches one dispatcher of this installation within milliseconds of its time; without
 * `delayMs` it reaches this process if the queue does not accept it. During failures it may be late, duplicated or
 * lost: the rows are the source of truth, and a sweep finds what was not triggered. Only ids are written.
 */
export abstract class DeliveryTrigger {
  /** Never waits, never throws. */
  abstract trigger(due: readonly DueSubscription[], delayMs?: number): void;

  /** @throws Error if the queue would lose triggers */
  abstract start(onDue: OnDue): Promise<void>;

  /** Rejects where the server of the queue does not respond: until it does, the sweep delivers. */
  abstract ping(): Promise<void>;

  /** None is heard afterwards. */
  abstract stop(): Promise<void>;
}
