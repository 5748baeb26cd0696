import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealed } from '@corridor/event-store';

/** As Standard Webhooks 1.0 writes a symmetric key. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const MIN_KEY_LENGTH = 32;
const VERSION = 'v1.';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps signing secrets, so that the database, its backups and its logs do not give them away: AES-256-GCM. */
export class Vault implements Sealed {
  private readonly key: Uint8Array;

  /** @param key of the operator (WEBHOOK_SECRET_KEY), the same for as long as there are subscriptions */
  constructor(key: string) {
    if (key.length < MIN_KEY_LENGTH)
      throw new Error(`WEBHOOK_SECRET_KEY must have at least ${MIN_KEY_LENGTH} characters`);
    this.key = new Uint8Array(hkdfSync('sha256', key, '', 'corridor webhook secrets', 32));
  }

  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws Error for what was sealed with another key, or changed since */
  open(sealed: string): string {
    try {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      if (bytes.toString('base64url') !== sealed.slice(VERSION.length)) throw new Error('not canonical');
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new Error('a webhook secret cannot be read: it was not sealed with this WEBHOOK_SECRET_KEY');
    }
  }
}
