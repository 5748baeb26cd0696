import { Vault, newSecret } from './secret.js';

const key = 'a key of the operator, 32 characters or more';

describe('a signing secret', () => {
  it('is what Standard Webhooks calls one: 32 random bytes', () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe('the vault', () => {
  const vault = new Vault(key);

  it('opens what it has sealed, and nobody else does', () => {
    const secret = newSecret();
    const ciphertext = vault.encrypt(secret);
    expect(ciphertext).not.toContain(secret.slice(6, 20));
    expect(vault.decrypt(ciphertext)).toBe(secret);
    expect(new Vault(key).decrypt(ciphertext)).toBe(secret);
    expect(() => new Vault(`${key}!`).decrypt(ciphertext)).toThrow(/WEBHOOK_SECRET_KEY/);
  });

  it('wants a key worth the name', () => {
    expect(() => new Vault('short')).toThrow(/WEBHOOK_SECRET_KEY/);
  });
});
