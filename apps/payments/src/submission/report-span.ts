import type { Caller } from '@corridor/kernel';
import { beginSpan } from '@corridor/tracing';
import type { RailReport } from '../rail/payment-rail.js';

/** Where a report belongs. */
interface Reported {
  readonly submissionId: string;
  /** W3C trace context of what has asked for the submission; missing while traces are not exported. */
  readonly askedBy: string | undefined;
  readonly caller: Caller;
}

/**
 * Takes what the bank says about a submission as a step of the trace that has asked for it.
 * @param take for a caller whose trace goes on from that step
 */
export async function asReport(
  { status }: Pick<RailReport, 'status'>,
  { submissionId, askedBy, caller }: Reported,
  take: (caller: Caller) => Promise<unknown>,
): Promise<void> {
  const span =
    askedBy === undefined
      ? null
      : beginSpan({
          ...{ service: 'payments', name: 'report of the bank', kind: 'CONSUMER', parent: askedBy },
          attributes: { 'corridor.stream_id': submissionId, 'corridor.bank_status': status },
        });
  try {
    await take(span ? { ...caller, traceparent: span.traceparent } : caller);
    span?.end({ 'corridor.outcome': 'taken' });
  } catch (error) {
    span?.end({ 'corridor.outcome': 'failed' }, 'not taken, comes again');
    throw error;
  }
}
