import { randomBytes } from 'node:crypto';
import { UndecipherableError, SecretCipher } from '@corridor/event-store';

/** As Standard Webhooks 1.0 writes a symmetric key. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const MIN_KEY_LENGTH = 32;

/** Keeps signing secrets, and the answers that show one. */
export class Vault extends SecretCipher {
  /** @param key of the operator (WEBHOOK_SECRET_KEY), the same for as long as there are subscriptions */
  constructor(key: string) {
    if (key.length < MIN_KEY_LENGTH)
      throw new Error(`WEBHOOK_SECRET_KEY must have at least ${MIN_KEY_LENGTH} characters`);
    super(key, 'corridor webhook secrets');
  }

  override decrypt(ciphertext: string): string {
    try {
      return super.decrypt(ciphertext);
    } catch {
      throw new UndecipherableError(
        'a webhook secret cannot be read: it was not sealed with this WEBHOOK_SECRET_KEY',
      );
    }
  }
}
