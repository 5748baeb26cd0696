import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealed } from './event-store.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets, and answers that hold one (decisions §3), so that the database, its backups and its logs do not give them
 * away: AES-256-GCM, with a key that HKDF makes of a secret of the installation.
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

  /** @throws SealBroken for what was sealed with another secret or for another purpose, or changed since */
  open(sealed: string): string {
    try {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.toString('base64') !== sealed) throw new Error('not as it was written');
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new SealBroken('this was not sealed with the secret of this installation');
    }
  }
}

/** What was sealed cannot be read any more. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}
