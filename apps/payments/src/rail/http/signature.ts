import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clock of the provider may be from ours, and how long a callback can be repeated. */
const TOLERANCE_SECONDS = 300;
const LEAST_BYTES = 24;
const PREFIX = 'whsec_';

/** @throws Error unless it is `whsec_` and at least 24 bytes in Base64 */
export function callbackKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < LEAST_BYTES)
    throw new Error(`must have secrets as whsec_… with at least ${LEAST_BYTES} bytes in Base64`);
  return key;
}

/**
 * Whether a callback is signed by Standard Webhooks 1.0 with one of the keys, now.
 * @param body the bytes as they have arrived
 */
export function isSigned(
  headers: Readonly<Record<string, unknown>>,
  body: Uint8Array,
  keys: readonly Buffer[],
  now: Date,
): boolean {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(time) || Math.abs(Number(time) - now.getTime() / 1000) > TOLERANCE_SECONDS)
    return false;
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest(),
  );
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? one.slice(3) : []));
  return given.some((one) => expected.some((digest) => isSame(digest, Buffer.from(one, 'base64'))));
}

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
