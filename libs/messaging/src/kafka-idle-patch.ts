import RequestQueueClass from 'kafkajs/src/network/requestQueue/index.js';

interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

const patched = new WeakSet<RequestQueue>();

/**
 * kafkajs 2.2.4 sets a timer with a negative delay whenever a request queue runs empty, again and again: every idle
 * connection wakes the process each millisecond, and Node 24 prints TimeoutNegativeWarning. A queue that is empty and
 * not throttled has nothing to check.
 */
export function patchIdleTimers(): void {
  const { prototype } = RequestQueueClass as { prototype: RequestQueue };
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const original = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) original.call(this);
  };
}
