import type { KeyRing } from './key-ring.js';

/** So many are kept: decrypting takes longer than signing. */
const KEPT = 1_000;

/** Signing secrets by their ciphertexts; those that were used last are kept in memory. */
export class DecryptedSecrets {
  private readonly known = new Map<string, string>();

  constructor(
    private readonly keys: KeyRing,
    private readonly kept = KEPT,
  ) {}

  /** @throws UndecipherableError that names the key */
  of(ciphertext: string): string {
    const secret = this.known.get(ciphertext) ?? this.keys.decrypt(ciphertext);
    this.known.delete(ciphertext);
    this.known.set(ciphertext, secret);
    const [oldest] = this.known.keys();
    if (this.known.size > this.kept && oldest !== undefined) this.known.delete(oldest);
    return secret;
  }
}
