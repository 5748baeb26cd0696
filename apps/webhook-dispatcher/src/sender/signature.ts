import { createHmac } from 'node:crypto';
import type { SendRequest } from './sender.js';

const PREFIX = 'whsec_';

/** Standard Webhooks 1.0, symmetric: https://github.com/standard-webhooks/standard-webhooks */
export function signatureHeaders({ id, timestamp, body, secret }: Omit<SendRequest, 'url' | 'traceparent'>) {
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

/** @throws Error that does not show the secret: one that is stored is always whole */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < 24) throw new Error('not a signing secret: whsec_<base64>');
  return key;
}
