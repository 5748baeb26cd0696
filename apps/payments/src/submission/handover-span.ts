import { type Span, beginSpan, isTracing } from '@corridor/tracing';
import type { RailBatch } from '../rail/payment-rail.js';
import type { BankTasks } from './bank-tasks.js';

/** By the id of its submission, the hand-over of each payment of a batch as a step of the trace that has asked for it. */
export type Handovers = ReadonlyMap<string, Span>;

/** Empty while traces are not exported. */
export async function beginHandovers(
  tasks: Pick<BankTasks, 'tracesOf'>,
  { id: batchId, payments }: RailBatch,
): Promise<Handovers> {
  const spans = new Map<string, Span>();
  if (!isTracing()) return spans;
  const traces = await tasks.tracesOf(payments.map(({ id }) => id));
  for (const { id, kind } of payments) {
    const span = beginSpan({
      ...{
        service: 'payments',
        name: 'hand over to the bank',
        kind: 'CLIENT',
        parent: traces.get(id) ?? null,
      },
      attributes: { 'corridor.stream_id': id, 'corridor.batch_id': batchId, 'corridor.kind': kind },
    });
    if (span) spans.set(id, span);
  }
  return spans;
}

/** @param failures why payments were not taken, by their ids */
export function endHandovers(spans: Handovers, failures: Readonly<Record<string, string>>): void {
  for (const [id, span] of spans)
    if (id in failures) span.end({ 'corridor.outcome': 'not_taken' }, 'not taken, will retry');
    else span.end({ 'corridor.outcome': 'handed_over' });
}
