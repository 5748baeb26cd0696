import { randomBytes } from 'node:crypto';
import { type Cipher, SecretCipher, UndecipherableError } from '@corridor/event-store';

/** As Standard Webhooks 1.0 writes a symmetric key. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const MIN_KEY_LENGTH = 32;
/** Of a key that is set without an id, and of all that was encrypted before keys had ids. */
export const UNNAMED = '0';

/** In no key without an id, so that a list with a mistake is not taken for a key. */
const OF_LISTS = /[:,]/;
const ENTRY = /^([A-Za-z0-9_-]{1,16}):(.*)$/s;

/**
 * Encrypts signing secrets, and the responses that show one, with the first of the operator's keys, and decrypts with all of
 * them. What is encrypted begins with the id of its key, `2026b:…`; without one it is of the key `0`.
 */
export class KeyRing implements Cipher {
  private readonly ciphers: ReadonlyMap<string, SecretCipher>;
  /** The id of the key that encrypts. */
  readonly current: string;

  /**
   * @param setting WEBHOOK_SECRET_KEY: one key, or several with ids, `2026b:…,2026a:…`
   * @throws Error that says what is expected, and shows nothing of it: not an id either, which may be the start of a key
   */
  constructor(setting: string) {
    const text = setting.trim();
    const keys = OF_LISTS.test(text) ? text.split(',').map(entryOf) : [[UNNAMED, text] as const];
    for (const [, key] of keys)
      if (key.length < MIN_KEY_LENGTH)
        throw new Error(`must have at least ${MIN_KEY_LENGTH} characters in each key`);
    this.ciphers = new Map(keys.map(([id, key]) => [id, new SecretCipher(key, 'corridor webhook secrets')]));
    if (this.ciphers.size < keys.length) throw new Error('must not have two keys of the same id');
    this.current = keys[0]?.[0] ?? UNNAMED;
  }

  has(id: string): boolean {
    return this.ciphers.has(id);
  }

  encrypt(text: string): string {
    const ciphertext = this.cipherOf(this.current).encrypt(text);
    return this.current === UNNAMED ? ciphertext : `${this.current}:${ciphertext}`;
  }

  /** @throws UndecipherableError that names the key */
  decrypt(ciphertext: string): string {
    const id = keyIdOf(ciphertext);
    try {
      return this.cipherOf(id).decrypt(ciphertext.slice(ciphertext.indexOf(':') + 1));
    } catch {
      const why = this.has(id) ? `does not decrypt with the key ${id}` : `needs the key ${id}`;
      throw new UndecipherableError(`a webhook secret ${why} of WEBHOOK_SECRET_KEY`);
    }
  }

  private cipherOf(id: string): SecretCipher {
    const cipher = this.ciphers.get(id);
    if (!cipher) throw new Error(`WEBHOOK_SECRET_KEY has no key ${id}`);
    return cipher;
  }
}

/** By which key something was encrypted. */
export const keyIdOf = (ciphertext: string): string =>
  ciphertext.includes(':') ? ciphertext.slice(0, ciphertext.indexOf(':')) : UNNAMED;

function entryOf(entry: string): readonly [id: string, key: string] {
  const [, id, key] = ENTRY.exec(entry.trim()) ?? [];
  if (id === undefined || key === undefined)
    throw new Error(
      'must be one key without colons and commas, or keys with ids as id:key,id:key, ' +
        'each id of 1 to 16 letters, digits, _ or -, and no key with a comma',
    );
  return [id, key];
}
