import { AsyncLocalStorage } from 'node:async_hooks';

/** What a part of the program works on: a request, a message, or a job that follows from one. */
export interface Work {
  /** Null if it is not known: of a webhook that an earlier version has queued only the trace is. */
  readonly requestId: string | null;
  /** W3C trace context: the trace, and the step in it that this work is. */
  readonly traceparent: string;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** Runs a task for this work: everything that it logs names it. */
export const workingOn = <Result>(work: Work, task: () => Result): Result => current.run(work, task);

/** Runs what serves many at once, and outlives the one that happened to begin it. */
export const workingOnNothing = <Result>(task: () => Result): Result => current.run(undefined, task);

export const currentWork = (): Work | undefined => current.getStore();

/** The trace id of a W3C trace context. */
export const traceIdOf = (traceparent: string): string => traceparent.split('-')[1] ?? '';

/** What each line of the log says about the work during which it was written. */
export interface WorkFields {
  readonly requestId?: string;
  readonly traceId?: string;
  readonly spanId?: string;
}

export function workFields(): WorkFields {
  const work = current.getStore();
  if (!work) return {};
  const [, traceId, spanId] = work.traceparent.split('-');
  return { ...(work.requestId !== null && { requestId: work.requestId }), traceId, spanId };
}
