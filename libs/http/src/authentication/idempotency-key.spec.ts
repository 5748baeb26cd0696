import { idempotencyKey, needsKey } from './idempotency-key.js';

const key = (headers: Record<string, string>) => idempotencyKey({ headers });
const refused = expect.objectContaining({ code: 'idempotency_key_required' });

test('either header will do, or both when they agree', () => {
  expect(key({ 'x-idempotency-key': 'a' })).toBe('a');
  expect(key({ 'idempotency-key': 'a' })).toBe('a');
  expect(key({ 'x-idempotency-key': 'a', 'idempotency-key': 'a' })).toBe('a');
  expect(key({})).toBeNull();
  expect(() => key({ 'x-idempotency-key': 'a', 'idempotency-key': 'b' })).toThrow(refused);
});

test('a key is 1 to 255 printable ASCII characters', () => {
  expect(key({ 'x-idempotency-key': '~'.repeat(255) })).toHaveLength(255);
  for (const wrong of ['', ' ', 'a'.repeat(256), 'é', 'a\tb', '\u0000', '\u{1f600}']) {
    expect(() => key({ 'x-idempotency-key': wrong })).toThrow(refused);
  }
});

test.each([
  ['POST', '/v1/wallets', true],
  ['PUT', '/v1/client-settings', true],
  ['POST', '/v1/simulators/inbound-funds/credit', true],
  ['GET', '/v1/wallets', false],
  ['POST', '/v1/auth/token', false],
  ['POST', '/v1/wallets/search', false],
  ['POST', '/v1/wallets/EUR/transactions/search', false],
  ['POST', '/v1/wallets/%73earch', false],
  ['POST', '/v1/wallets/%53EARCH', true],
  ['POST', '/v1/%61uth/tok%65n', false],
  ['POST', '/v1/wallets%2fsearch', true],
  ['POST', '/v1/wallets/%ff%zz%', true],
  ['PUT', '/v1/beneficiaries/search', true],
  ['POST', '/v1/research', true],
])('%s %s needs one: %s', (method, path, needed) => expect(needsKey(method, path)).toBe(needed));
