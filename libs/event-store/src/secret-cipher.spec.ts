import { UndecipherableError, SecretCipher } from './secret-cipher.js';

const cipher = new SecretCipher('a secret of the installation', 'one purpose');

test('encrypted text can be decrypted, and differs each time', () => {
  const text = '{"data":{"secret":"ck_live_äöü"}}';
  const [first, second] = [cipher.encrypt(text), cipher.encrypt(text)];
  expect(first).not.toBe(second);
  for (const ciphertext of [first, second]) {
    expect(Buffer.from(ciphertext, 'base64').toString('latin1')).not.toContain('ck_live');
    expect(cipher.decrypt(ciphertext)).toBe(text);
  }
});

test.each<[string, (ciphertext: string) => string]>([
  [
    'with another secret',
    (ciphertext) => new SecretCipher('another secret', 'one purpose').decrypt(ciphertext),
  ],
  [
    'for another purpose',
    (ciphertext) => new SecretCipher('a secret of the installation', 'another').decrypt(ciphertext),
  ],
  ['after it was changed', (ciphertext) => cipher.decrypt(changed(ciphertext))],
])('nobody reads it %s', (_, read) => expect(() => read(cipher.encrypt('{}'))).toThrow(UndecipherableError));

test('while the secret is replaced, the first one encrypts and all decrypt', () => {
  const replaced = new SecretCipher(['another secret', 'a secret of the installation'], 'one purpose');
  const old = cipher.encrypt('text');
  expect([replaced.decrypt(old), replaced.isCurrent(old)]).toEqual(['text', false]);
  const next = replaced.encrypt('text');
  expect([replaced.decrypt(next), replaced.isCurrent(next)]).toEqual(['text', true]);
  expect(() => cipher.decrypt(next)).toThrow(UndecipherableError);
});

test('every character is authenticated', () => {
  const ciphertext = cipher.encrypt('text');
  for (let i = 0; i < ciphertext.length; i++) {
    const other = ciphertext[i] === 'A' ? 'B' : 'A';
    expect(() => cipher.decrypt(ciphertext.slice(0, i) + other + ciphertext.slice(i + 1))).toThrow(
      UndecipherableError,
    );
  }
});

function changed(ciphertext: string): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  return bytes.toString('base64');
}
