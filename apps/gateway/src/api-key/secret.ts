import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '@corridor/kernel';

const SECRET_BYTES = 32;
/** Minimum length of a secret chosen by the operator (SANDBOX). */
export const MIN_SECRET_LENGTH = 16;

/** A new secret with 256 random bits: of a client, `ck_sandbox_…` or `ck_live_…`; of staff, `ok_…`. */
export const newSecret = (of: 'ck' | 'ok', environment: Environment): string =>
  `${of}_${environment === 'PRODUCTION' ? 'live' : 'sandbox'}_${randomBytes(SECRET_BYTES).toString('base64url')}`;

export const digestOf = (secret: string): string => hash('sha256', secret);
