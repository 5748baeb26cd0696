import type { JobsOptions } from 'bullmq';
import { DeliveryTrigger, type DueSubscription, type OnDue } from './delivery-trigger.js';

/** How long the queue may take to accept a job, or to close. A backend that is away may never respond. */
const PATIENCE_MS = 500;

export interface DueJob {
  readonly due: readonly DueSubscription[];
}

/** A queue and a worker of BullMQ that are connected, by Redis or by Postgres: `bull-backends.ts`. */
export interface BullBackend {
  readonly queue: {
    add(name: 'due', data: DueJob, options: JobsOptions): Promise<unknown>;
    close(): Promise<void>;
  };
  readonly worker: { close(): Promise<void> };
  /** Ends the connections, after queue and worker. */
  disconnect(): Promise<void>;
}

/**
 * Triggers as BullMQ jobs. One job stands for all that was triggered while the one before it was on its way, so that a
 * burst of commits costs few.
 */
export class BullDeliveryTrigger extends DeliveryTrigger {
  private readonly pending = new Map<string, DueSubscription>();
  private flushing: Promise<void> | null = null;
  private backend: BullBackend | null = null;
  private onDue: OnDue | null = null;

  constructor(
    private readonly connect: (onJob: (job: DueJob) => void) => Promise<BullBackend>,
    /** Told once per failure; nothing is lost by one. */
    private readonly onError: (error: unknown) => void,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    super();
  }

  override async start(onDue: OnDue): Promise<void> {
    this.onDue = onDue;
    this.backend = await this.connect(({ due }) => this.onDue?.(due));
  }

  override trigger(due: readonly DueSubscription[], delayMs = 0): void {
    if (!this.onDue || due.length === 0) return;
    if (delayMs > 0) return void this.add(due, delayMs).catch(this.onError); // the sweep stands in
    for (const one of due)
      if (!this.pending.get(one.subscriptionId)?.isAfresh) this.pending.set(one.subscriptionId, one);
    this.flushing ??= this.flush().finally(() => (this.flushing = null));
  }

  override async stop(): Promise<void> {
    this.onDue = null;
    await this.flushing;
    for (const end of ['worker', 'queue'] as const)
      await this.within(this.backend?.[end].close()).catch(this.onError);
    await this.within(this.backend?.disconnect()).catch(this.onError);
  }

  private async flush(): Promise<void> {
    await Promise.resolve(); // what is triggered in the same turn goes along
    while (this.pending.size > 0) {
      const due = [...this.pending.values()];
      this.pending.clear();
      await this.add(due, 0).catch((error: unknown) => {
        this.onError(error);
        this.onDue?.(due);
      });
    }
  }

  private add(due: readonly DueSubscription[], delay: number): Promise<unknown> {
    if (!this.backend) return Promise.reject(new Error('the queue of triggers is not open'));
    // Nothing is kept of a job that is done: the rows know better.
    const options = { removeOnComplete: true, removeOnFail: true, attempts: 1, delay };
    return this.within(this.backend.queue.add('due', { due }, options));
  }

  private async within<Result>(work: Promise<Result> | undefined): Promise<Result | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the queue of triggers does not respond')), this.patienceMs);
    });
    work?.catch(() => undefined); // may still fail once nobody waits for it
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
  }
}
