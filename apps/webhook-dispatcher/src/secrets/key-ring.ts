import { randomBytes } from 'node:crypto';
import { type Cipher, SecretCipher, UndecipherableError } from '@corridor/event-store';

/** In the format of symmetric keys of Standard Webhooks 1.0. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const MIN_KEY_LENGTH = 32;
/** The id of a key that is set without one, and of values that were encrypted before keys had ids. */
export const UNNAMED = '0';

/** Not allowed in a key without an id, so that a malformed list is not accepted as one key. */
const OF_LISTS = /[:,]/;
const ENTRY = /^([A-Za-z0-9_-]{1,16}):(.*)$/s;

/**
 * Encrypts signing secrets, and responses that contain one, with the first of the operator's keys, and decrypts with all of
 * them. A ciphertext begins with the id of its key, `2026b:…`; without an id, the key is `0`.
 */
export class KeyRing implements Cipher {
  private readonly ciphers: ReadonlyMap<string, SecretCipher>;
  /** The id of the key that is used for encryption. */
  readonly current: string;

  /**
   * @param setting WEBHOOK_SECRET_KEY: one key, or several with ids, `2026b:…,2026a:…`
   * @throws Error that says what is expected and shows no part of the value: an apparent id may be the start of a key
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

/** The id of the key of a ciphertext. */
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
