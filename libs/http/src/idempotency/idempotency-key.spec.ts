import { idempotencyKey } from './idempotency-key.js';

const sentAs = (...rawHeaders: string[]) => idempotencyKey({ raw: { rawHeaders } });
const key = (headers: Record<string, string>) => sentAs(...Object.entries(headers).flat());
const refused = expect.objectContaining({ code: 'idempotency_key_required' });

test('either header is accepted, or both with the same value', () => {
  expect(key({ 'x-idempotency-key': 'a' })).toBe('a');
  expect(key({ 'idempotency-key': 'a' })).toBe('a');
  expect(key({ 'x-idempotency-key': 'a', 'idempotency-key': 'a' })).toBe('a');
  expect(key({})).toBeNull();
  expect(() => key({ 'x-idempotency-key': 'a', 'idempotency-key': 'b' })).toThrow(
    expect.objectContaining({
      code: 'idempotency_key_required',
      detail: 'Two different idempotency keys were sent.',
    }),
  );
});

test('a header that is sent twice is one key if its values are equal, and refused otherwise', () => {
  expect(sentAs('X-Idempotency-Key', 'a', 'Accept', 'b', 'x-idempotency-key', 'a')).toBe('a');
  expect(sentAs('Accept', 'Idempotency-Key', 'Idempotency-Key', 'Accept')).toBe('Accept');
  expect(() => sentAs('X-Idempotency-Key', 'a', 'X-Idempotency-Key', 'b')).toThrow(refused);
});

test('another header is no key, however long its name is', () => {
  expect(key({ 'x-idempotency-kex': 'a', 'idempotency-kex': 'b', 'x-request-id': 'c' })).toBeNull();
});

test('a key is 1 to 255 printable ASCII characters', () => {
  expect(key({ 'x-idempotency-key': '~'.repeat(255) })).toHaveLength(255);
  for (const wrong of ['', ' ', 'a'.repeat(256), 'é', 'a\tb', '\u0000', '\u{1f600}']) {
    expect(() => key({ 'x-idempotency-key': wrong })).toThrow(refused);
  }
});
