import { randomUUID } from 'node:crypto';

const SHAPE = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The sender's W3C trace context if it is valid, otherwise the start of a new trace. */
export function traceparent(sent: unknown): string {
  if (typeof sent === 'string' && SHAPE.test(sent)) return sent;
  return `00-${randomHex()}-${randomHex().slice(16)}-01`;
}

/** 32 hexadecimal digits, never all zero. Node generates random UUIDs in advance, but not random bytes. */
const randomHex = () => randomUUID().replaceAll('-', '');
