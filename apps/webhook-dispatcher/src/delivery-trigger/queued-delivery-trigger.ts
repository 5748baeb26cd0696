import { Burst } from './burst.js';
import { DeliveryTrigger, type DueSubscription, type OnDue } from './delivery-trigger.js';

/** Any of its operations may take forever if its server does not respond. */
export interface TriggerQueue {
  add(due: readonly DueSubscription[], delayMs: number): Promise<unknown>;
  ping(): Promise<unknown>;
  /** Run in this order, each even if an earlier one fails. */
  readonly closing: readonly (() => Promise<unknown>)[];
}

/** How long the queue may take to accept a trigger, or to close. */
const TIMEOUT_MS = 500;

/**
 * Keeps triggers in this process while it has room for what they are about, and sends the others through a queue; those that
 * it does not accept reach this process directly.
 */
export class QueuedDeliveryTrigger extends DeliveryTrigger {
  private readonly burst = new Burst((due) => this.addOrServe(due));
  private queue: TriggerQueue | null = null;
  private onDue: OnDue | null = null;
  private hasRoom: () => boolean = () => false;

  /** @param onError called once per failure; nothing is lost by one */
  constructor(
    private readonly open: (onDue: OnDue) => Promise<TriggerQueue>,
    private readonly onError: (error: unknown) => void,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
  }

  override async start(onDue: OnDue, hasRoom: () => boolean = () => false): Promise<void> {
    this.onDue = onDue;
    this.hasRoom = hasRoom;
    this.queue = await this.open((due) => this.onDue?.(due));
  }

  override trigger(due: readonly DueSubscription[], delayMs = 0): void {
    if (!this.onDue || due.length === 0) return;
    if (delayMs > 0) void this.add(due, delayMs).catch(this.onError); // the sweep stands in
    else this.burst.add(due);
  }

  override async ping(): Promise<void> {
    await this.inTime((queue) => queue.ping());
  }

  override async stop(): Promise<void> {
    this.onDue = null;
    await this.burst.flushed();
    for (const close of this.queue?.closing ?? []) await this.inTime(close).catch(this.onError);
  }

  private async addOrServe(due: readonly DueSubscription[]): Promise<void> {
    if (this.hasRoom()) return this.onDue?.(due);
    await this.add(due, 0).catch((error: unknown) => {
      this.onError(error);
      this.onDue?.(due);
    });
  }

  private add(due: readonly DueSubscription[], delayMs: number): Promise<void> {
    return this.inTime((queue) => queue.add(due, delayMs));
  }

  /** Late failures are ignored: nothing waits for the operation any more. */
  private async inTime(operation: (queue: TriggerQueue) => Promise<unknown>): Promise<void> {
    if (!this.queue) throw new Error('the queue of triggers is not open');
    const work = operation(this.queue);
    work.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the queue of triggers does not respond')), this.timeoutMs);
    });
    await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
  }
}
