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
  private readonly earlier: readonly Uint8Array[];

  /**
   * @param secret a list while it is replaced: the first one encrypts, all decrypt
   * @param purpose separates keys derived from one secret: neither decrypts what the other has encrypted
   */
  constructor(secret: string | readonly [string, ...string[]], purpose: string) {
    const [first, ...earlier] = typeof secret === 'string' ? [secret] : secret;
    const keyOf = (one: string) => new Uint8Array(hkdfSync('sha256', one, '', purpose, 32));
    this.key = keyOf(first);
    this.earlier = earlier.map(keyOf);
  }

  /** Whether it is encrypted with the first secret. */
  isCurrent(ciphertext: string): boolean {
    return decrypted(ciphertext, this.key) !== null;
  }

  /** Whether it is encrypted with one that was the first before. */
  isEarlier(ciphertext: string): boolean {
    return this.earlier.some((key) => decrypted(ciphertext, key) !== null);
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
    for (const key of [this.key, ...this.earlier]) {
      const text = decrypted(ciphertext, key);
      if (text !== null) return text;
    }
    throw new UndecipherableError('this was not encrypted with the secret of this installation');
  }
}

/** Null for text that was encrypted with another key, or was changed since. */
function decrypted(ciphertext: string, key: Uint8Array): string | null {
  try {
    const bytes = Buffer.from(ciphertext, 'base64');
    if (bytes.toString('base64') !== ciphertext) return null; // not as it was written
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Encrypted text cannot be decrypted. */
export class UndecipherableError extends Error {
  override readonly name = 'UndecipherableError';
}
