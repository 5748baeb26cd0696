import { hash } from 'node:crypto';
import { fingerprint } from './fingerprint.js';

const of = (body: unknown) => fingerprint('POST', '/v1/wallets', body);

test('the order of fields does not matter, at any depth', () => {
  expect(of({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(of({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }));
});

test('everything else matters', () => {
  const all = [
    of(undefined),
    of(null),
    of({}),
    of([]),
    of({ a: 1 }),
    of({ a: '1' }),
    of({ a: null }),
    of([1, 2]),
    of([2, 1]),
    fingerprint('PUT', '/v1/wallets', {}),
    fingerprint('POST', '/v1/wallet', {}),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('names that sort like numbers do not collide', () => {
  expect(of({ 1: 'a', 10: 'b', b: 1 })).toBe(of({ b: 1, 10: 'b', 1: 'a' }));
  expect(of({ 1: 'a' })).not.toBe(of(['a']));
});

test('it never changes, because it is stored: the hash of method, path and ordered JSON', () => {
  const hashOf = (text: string) => hash('sha256', `POST /v1/wallets\n${text}`);
  expect(of(undefined)).toBe(hashOf(''));
  expect(of(null)).toBe(hashOf('null'));
  expect(of({ b: [{ d: 1, c: 'x' }], a: null })).toBe(hashOf('{"a":null,"b":[{"c":"x","d":1}]}'));
});
