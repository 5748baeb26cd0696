import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { refuse } from '@corridor/kernel';
import type { Sealed } from './event-store.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps answers that hold a secret (decisions §3), so that the database, its backups and its logs do not give it away:
 * AES-256-GCM, with a key that HKDF makes of a secret of the installation.
 */
export class Sealing implements Sealed {
  private readonly key: Uint8Array;

  /** @param purpose tells apart what is made of one secret: neither key opens what the other has sealed */
  constructor(secret: string, purpose: string) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  }

  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /**
   * What was kept before such answers were sealed is plain, and stays so.
   * @throws Refusal `idempotency_key_expired` for what was sealed with a secret that is gone: nothing is done again
   */
  open(sealed: string): string {
    if (sealed.startsWith('{')) return sealed;
    try {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw refuse(
        'idempotency_key_expired',
        'The answer to this request was sealed with a secret of the installation that has changed. Its effect stands.',
      );
    }
  }
}
