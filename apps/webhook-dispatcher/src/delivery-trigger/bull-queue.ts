import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import type { BullConnection } from './bull-connections.js';
import type { DueSubscription, OnDue } from './delivery-trigger.js';
import type { TriggerQueue } from './queued-delivery-trigger.js';

const QUEUE = 'webhook-deliveries';
const WORKER = { concurrency: 8, maxStalledCount: 10, stalledInterval: 5_000, lockDuration: 10_000 };
/** Completed jobs are removed: the rows are the source of truth. */
const JOB = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

/** A queue of BullMQ jobs, on Redis or on Postgres. */
export function bullQueue<Connection>(
  { queueOptions, workerOptions, backend, ping, disconnect }: BullConnection<Connection>,
  onDue: OnDue,
  onError: (error: unknown) => void,
): TriggerQueue {
  const serve = async ({ data }: { readonly data: { due: DueSubscription[] } }) => onDue(data.due);
  const queue = new Queue(QUEUE, queueOptions, backend);
  const worker = new Worker(QUEUE, serve, { ...workerOptions, ...WORKER }, backend);
  queue.on('error', onError);
  worker.on('error', onError);
  return {
    // Without an id, BullMQ would create a sequence for it on Postgres, which the user of the service may not.
    add: (due, delay) => queue.add('due', { due }, { ...JOB, delay, jobId: randomUUID() }),
    ping,
    closing: [() => worker.close(), () => queue.close(), disconnect],
  };
}
