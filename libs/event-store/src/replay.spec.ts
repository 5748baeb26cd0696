import { replay } from './replay.js';
import { UndecipherableError } from './secret-cipher.js';

const claim = { scope: 'one scope', key: 'k', id: 'a claim' };
const earlier = (response: string | null) => ({ claim, resourceId: 'jar_1', response });
const cipher = { decrypt: (text: string) => `decrypted ${text}` };
const failing = (error: Error) => ({
  decrypt: (): string => {
    throw error;
  },
});

test('a response is repeated byte for byte', () => {
  const response = '{"data":  {"id":"jar_1"}}';
  expect(replay(earlier(response))).toEqual({ body: response, replayed: true });
  expect(replay(earlier(response), cipher)).toEqual({ body: response, replayed: true });
});

test('a response that is not complete yet is waited for', () => {
  const refusal = expect.objectContaining({ code: 'idempotency_in_flight' });
  expect(() => replay(earlier(null), cipher)).toThrow(refusal);
});

test('an encrypted response is decrypted, and is known to hold a secret', () => {
  expect(replay(earlier('c2VjcmV0'), cipher)).toEqual({
    body: 'decrypted c2VjcmV0',
    replayed: true,
    isSecret: true,
  });
});

test('an encrypted response is never given as it is stored', () => {
  expect(() => replay(earlier('c2VjcmV0'))).toThrow('nothing is there to decrypt it');
});

test('a response under another secret of the installation has expired, and its effect can be found', () => {
  expect(() => replay(earlier('c2VjcmV0'), failing(new UndecipherableError('another secret')))).toThrow(
    expect.objectContaining({
      code: 'idempotency_key_expired',
      detail: expect.stringMatching(/secret of the installation that has changed. Its effect stands/),
      extra: { resourceId: 'jar_1' },
    }),
  );
});

test('any other failure of the cipher is a defect', () => {
  const defect = new TypeError('a defect');
  expect(() => replay(earlier('c2VjcmV0'), failing(defect))).toThrow(defect);
});
