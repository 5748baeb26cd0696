import { randomFillSync } from 'node:crypto';

const SHAPE = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The sender's W3C trace context if it is valid, otherwise the start of a new trace. */
export const traceparent = (sent: unknown): string => sentTrace(sent) ?? newTrace();

/** Null if it is not valid. */
export const sentTrace = (sent: unknown): string | null =>
  typeof sent === 'string' && SHAPE.test(sent) ? sent : null;

const TRACE_BYTES = 24;
/** For many traces: a call of the random generator takes longer than all the rest. */
const random = Buffer.alloc(TRACE_BYTES * 256);
let used = random.length;

export function newTrace(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const digits = random.toString('hex', used, (used += TRACE_BYTES));
  return `00-${digits.slice(0, 32)}-${digits.slice(32)}-01`;
}
