import type { JobsOptions } from 'bullmq';
import { type OnWake, type Wake, WakeUp } from './wake-up.js';

export const QUEUE = 'webhook-wake-up';

/** Nothing is kept: a job that is gone was only a wake-up, and the rows know better. */
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 };
export const WORKER_OPTIONS = {
  concurrency: 8,
  maxStalledCount: 10,
  stalledInterval: 5_000,
  lockDuration: 10_000,
};

/** How long the queue may take to accept a job until this process wakes itself. */
const PATIENCE_MS = 500;

/** What both backends' queues and workers can do. */
export interface WakeQueue {
  add(name: 'wake', data: WakeJob, options: JobsOptions): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

export interface WakeWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

export interface WakeJob {
  readonly wakes: readonly Wake[];
}

/** A connected queue: what differs between the backends. */
export interface OpenQueue {
  readonly queue: WakeQueue;
  /** Listens from now on. */
  work(handle: (job: { readonly data: WakeJob }) => Promise<void>): WakeWorker;
  /** Ends the connections, after queue and worker. */
  close(): Promise<void>;
}

/**
 * Wake-ups as BullMQ jobs. One job stands for all that was to be woken while the one before it was on its way, so that a
 * burst of commits costs few.
 */
export class BullWakeUp extends WakeUp {
  private readonly pending = new Map<string, Wake>();
  private flushing: Promise<void> | null = null;
  private opened: OpenQueue | null = null;
  private worker: WakeWorker | null = null;
  private onWake: OnWake = () => undefined;
  private stopped = false;

  constructor(
    private readonly open: () => Promise<OpenQueue>,
    /** Told once per failure; nothing is lost by one. */
    private readonly onError: (error: unknown) => void,
  ) {
    super();
  }

  override async start(onWake: OnWake): Promise<void> {
    this.onWake = onWake;
    this.opened = await this.open();
    this.opened.queue.on('error', this.onError);
    this.worker = this.opened.work(({ data }) => Promise.resolve(this.hear(data.wakes)));
    this.worker.on('error', this.onError);
  }

  override wake(wakes: readonly Wake[], delayMs = 0): void {
    if (this.stopped || wakes.length === 0) return;
    if (delayMs > 0) return void this.add(wakes, delayMs).catch(this.onError); // the sweep stands in
    for (const wake of wakes)
      if (!this.pending.get(wake.subscriptionId)?.isAfresh) this.pending.set(wake.subscriptionId, wake);
    this.flushing ??= this.flush().finally(() => (this.flushing = null));
  }

  override async stop(): Promise<void> {
    this.stopped = true;
    await this.flushing;
    // Each with patience: a backend that is away would be waited for.
    await within(this.worker?.close()).catch(this.onError);
    await within(this.opened?.queue.close()).catch(this.onError);
    await within(this.opened?.close()).catch(this.onError);
  }

  private async flush(): Promise<void> {
    await Promise.resolve(); // what is woken in the same turn goes along
    while (this.pending.size > 0) {
      const wakes = [...this.pending.values()];
      this.pending.clear();
      await this.add(wakes, 0).catch((error: unknown) => {
        this.onError(error);
        this.hear(wakes);
      });
    }
  }

  private add(wakes: readonly Wake[], delay: number): Promise<unknown> {
    if (!this.opened) return Promise.reject(new Error('the wake-up queue is not open'));
    return within(this.opened.queue.add('wake', { wakes }, { ...JOB_OPTIONS, delay }));
  }

  private hear(wakes: readonly Wake[]): void {
    if (!this.stopped) this.onWake(wakes);
  }
}

/** A backend that is away may never answer. */
async function within<Result>(work: Promise<Result> | undefined): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the wake-up queue does not answer')), PATIENCE_MS);
  });
  work?.catch(() => undefined); // may still fail once nobody waits for it
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
