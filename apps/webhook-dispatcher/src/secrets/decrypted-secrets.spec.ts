import { DecryptedSecrets } from './decrypted-secrets.js';
import { KeyRing } from './key-ring.js';

const keys = new KeyRing('a key for specs with its 32 characters');

test('decrypts each secret once while it is used, and keeps no more than the limit', () => {
  const decrypt = jest.spyOn(keys, 'decrypt');
  const secrets = new DecryptedSecrets(keys, 2);
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((one) => keys.encrypt(one));
  expect([a, b, a, c, a, b].map((one) => secrets.of(one))).toEqual(['a', 'b', 'a', 'c', 'a', 'b']);
  expect(decrypt.mock.calls).toEqual([[a], [b], [c], [b]]);
});

test('does not keep a failure', () => {
  const secrets = new DecryptedSecrets(keys);
  for (let n = 0; n < 2; n++) expect(() => secrets.of('no ciphertext')).toThrow(/WEBHOOK_SECRET_KEY/);
});
