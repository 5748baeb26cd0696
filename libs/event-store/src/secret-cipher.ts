import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Cipher } from './event-store.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets, and responses that contain one (decisions §3), so that the database, its backups and its logs do
 * not reveal them: AES-256-GCM, with a key that HKDF derives from a secret of the installation.
 */
export class SecretCipher implements Cipher {
  private readonly key: Uint8Array;

  /** @param purpose separates keys derived from one secret: neither decrypts what the other has encrypted */
  constructor(secret: string, purpose: string) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  }

  encrypt(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv);
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
  }

  /**
   * @throws UndecipherableError for text that was encrypted with another secret or for another purpose, or was changed since
   */
  decrypt(ciphertext: string): string {
    try {
      const bytes = Buffer.from(ciphertext, 'base64');
      if (bytes.toString('base64') !== ciphertext) throw new Error('not as it was written');
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new UndecipherableError('this was not encrypted with the secret of this installation');
    }
  }
}

/** Encrypted text cannot be decrypted. */
export class UndecipherableError extends Error {
  override readonly name = 'UndecipherableError';
}
