import { type Span, beginSpan } from '@corridor/tracing';

/** What a collection can bring. */
type Brought = 'reports' | 'credits' | 'statement_parts' | 'files';

/** A collection of what the bank has said, as a trace of its own. One that brings nothing, which is nearly every one, is not exported. */
export class CollectionSpan {
  private readonly span: Span | null = beginSpan({
    ...{ service: 'payments', name: 'collect from the bank', kind: 'CLIENT', parent: null },
  });
  private readonly brought: Partial<Record<Brought, number>> = {};

  /** W3C trace context, for what begins with it; missing while traces are not exported. */
  get traceparent(): string | undefined {
    return this.span?.traceparent;
  }

  count(what: Brought, more = 1): void {
    this.brought[what] = (this.brought[what] ?? 0) + more;
  }

  /** @param hasFailed also one that has brought nothing */
  end(hasFailed: boolean): void {
    const counts = Object.entries(this.brought);
    if (counts.length === 0 && !hasFailed) return;
    const attributes = Object.fromEntries(counts.map(([what, count]) => [`corridor.${what}`, count]));
    if (hasFailed) this.span?.end({ ...attributes, 'corridor.outcome': 'failed' }, 'failed, will retry');
    else this.span?.end({ ...attributes, 'corridor.outcome': 'collected' });
  }
}
