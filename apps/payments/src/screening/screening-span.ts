import type { Caller } from '@corridor/kernel';
import { beginSpan, workingOn } from '@corridor/tracing';

/** What is compared, and how often that was tried. */
interface Comparison {
  readonly id: string;
  readonly subject: { readonly id: string };
  readonly caller: Caller;
  readonly attempts: number;
}

/**
 * Calls the provider as a step of the trace that has asked for it, which the log names as well. Who is compared is not told.
 * @param call for a caller whose trace goes on from that step
 * @param failed what then happens
 */
export function asStep(
  { id, subject, caller, attempts }: Comparison,
  call: (caller: Caller) => Promise<void>,
  failed: (error: unknown) => Promise<void>,
): Promise<void> {
  const span = beginSpan({
    ...{ service: 'payments', name: 'screen', kind: 'CLIENT', parent: caller.traceparent },
    attributes: {
      'corridor.stream_id': id,
      'corridor.subject_id': subject.id,
      'corridor.attempt_number': attempts,
      'corridor.request_id': caller.correlationId,
    },
  });
  const traceparent = span?.traceparent ?? caller.traceparent;
  return workingOn({ requestId: caller.correlationId, traceparent }, async () => {
    try {
      await call({ ...caller, traceparent });
      span?.end({ 'corridor.outcome': 'compared' });
    } catch (error) {
      span?.end({ 'corridor.outcome': 'failed' }, 'not compared, will retry');
      await failed(error);
    }
  });
}
