import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '@corridor/kernel';

const SECRET_BYTES = 32;
/** Minimum length of a secret chosen by the operator (SANDBOX). */
export const MIN_SECRET_LENGTH = 16;

/** A new secret: `ck_sandbox_…` or `ck_live_…` with 256 random bits. */
export const newSecret = (environment: Environment): string =>
  `ck_${environment === 'PRODUCTION' ? 'live' : 'sandbox'}_${randomBytes(SECRET_BYTES).toString('base64url')}`;

export const digestOf = (secret: string): string => hash('sha256', secret);
