import { Queue, Worker } from 'bullmq';
import type { BullConnection } from './bull-connections.js';
import { Burst } from './burst.js';
import { DeliveryTrigger, type DueSubscription, type OnDue } from './delivery-trigger.js';

const QUEUE = 'webhook-deliveries';
const WORKER = { concurrency: 8, maxStalledCount: 10, stalledInterval: 5_000, lockDuration: 10_000 };
/** Completed jobs are removed: the rows are the source of truth. */
const JOB = { removeOnComplete: true, removeOnFail: true, attempts: 1 };
/** How long the queue may take to accept a job, or to close. A backend that is away may never respond. */
const PATIENCE_MS = 500;

/** Triggers as BullMQ jobs, on Redis or on Postgres. */
export class BullDeliveryTrigger<Connection> extends DeliveryTrigger {
  private readonly burst = new Burst((due) => this.addOrServe(due));
  private queue: Pick<Queue, 'add'> | null = null;
  private pingServer: () => Promise<unknown> = () => Promise.reject(notOpen());
  private end: readonly (() => Promise<unknown>)[] = [];
  private onDue: OnDue | null = null;

  /** @param onError called once per failure; nothing is lost by one */
  constructor(
    private readonly connect: () => Promise<BullConnection<Connection>>,
    private readonly onError: (error: unknown) => void,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    super();
  }

  override async start(onDue: OnDue): Promise<void> {
    this.onDue = onDue;
    const { queueOptions, workerOptions, backend, ping, disconnect } = await this.connect();
    const serve = async ({ data }: { readonly data: { due: DueSubscription[] } }) => this.onDue?.(data.due);
    const queue = new Queue(QUEUE, queueOptions, backend);
    const worker = new Worker(QUEUE, serve, { ...workerOptions, ...WORKER }, backend);
    queue.on('error', this.onError);
    worker.on('error', this.onError);
    this.queue = queue;
    this.pingServer = ping;
    this.end = [() => worker.close(), () => queue.close(), disconnect];
  }

  override trigger(due: readonly DueSubscription[], delayMs = 0): void {
    if (!this.onDue || due.length === 0) return;
    if (delayMs > 0)
      void this.add(due, delayMs).catch(this.onError); // the sweep stands in
    else this.burst.add(due);
  }

  override async ping(): Promise<void> {
    await this.within(this.pingServer());
  }

  override async stop(): Promise<void> {
    this.onDue = null;
    await this.burst.flushed();
    for (const end of this.end) await this.within(end()).catch(this.onError);
  }

  private async addOrServe(due: readonly DueSubscription[]): Promise<void> {
    await this.add(due, 0).catch((error: unknown) => {
      this.onError(error);
      this.onDue?.(due);
    });
  }

  private add(due: readonly DueSubscription[], delay: number): Promise<unknown> {
    if (!this.queue) return Promise.reject(notOpen());
    return this.within(this.queue.add('due', { due }, { ...JOB, delay }));
  }

  private async within(work: Promise<unknown>): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the queue of triggers does not respond')), this.patienceMs);
    });
    work.catch(() => undefined); // may still fail once nobody waits for it
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
  }
}

const notOpen = () => new Error('the queue of triggers is not open');
