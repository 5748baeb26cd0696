import { refuse } from '@corridor/kernel';
import type { Cipher, StoredResponse } from './event-store.js';
import type { EarlierUse } from './idempotency.js';
import { UndecipherableError } from './secret-cipher.js';

export type Decrypt = Pick<Cipher, 'decrypt'>;

/** The response to an earlier identical request. @throws Refusal if it is not complete, or cannot be decrypted */
export function replay({ response, resourceId }: EarlierUse, cipher?: Decrypt): StoredResponse {
  if (response === null) throw refuse('idempotency_in_flight');
  // Encrypted text is not JSON; responses stored before encryption was introduced are JSON, and stay unencrypted.
  if (response.startsWith('{')) return { body: response, replayed: true };
  return { body: decrypted(response, cipher, resourceId), replayed: true, isSecret: true };
}

function decrypted(response: string, cipher: Decrypt | undefined, resourceId: string): string {
  if (!cipher) throw new Error('a stored response is encrypted, and nothing is there to decrypt it');
  try {
    return cipher.decrypt(response);
  } catch (error) {
    if (!(error instanceof UndecipherableError)) throw error;
    throw refuse(
      'idempotency_key_expired',
      'The response to this request was encrypted with a secret of the installation that has changed. Its effect stands.',
      { resourceId },
    );
  }
}
