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
 * Guarantee: without `delayMs` a trigger reaches this process at once while it has room. Any other reaches one dispatcher of
 * this installation, normally within milliseconds of its time, or this process if the queue does not accept it now. During
 * failures it may be late, duplicated or lost: the rows are the source of truth, and a sweep finds what was not triggered.
 * Only ids are written.
 */
export abstract class DeliveryTrigger {
  /** Never waits, never throws. */
  abstract trigger(due: readonly DueSubscription[], delayMs?: number): void;

  /**
   * @param hasRoom whether this process can begin an attempt now
   * @throws Error if the queue would lose triggers
   */
  abstract start(onDue: OnDue, hasRoom?: () => boolean): Promise<void>;

  /** Rejects where the server of the queue does not respond: until it does, the sweep delivers. */
  abstract ping(): Promise<void>;

  /** None is heard afterwards. */
  abstract stop(): Promise<void>;
}
