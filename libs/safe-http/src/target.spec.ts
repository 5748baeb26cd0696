import { isLoopback, isPublic } from './address.js';
import { mayConnect, vet } from './target.js';

describe('a connection', () => {
  const toPublic = { isAllowed: isPublic };
  const toLoopback = { isAllowed: isLoopback };
  const from = (localAddress: string | undefined, remoteAddress: string | undefined) => ({
    localAddress,
    remoteAddress,
  });

  test('may go to a public address', () => {
    expect(mayConnect(toPublic, from('10.0.0.2', '1.1.1.1'))).toBe(true);
    expect(mayConnect(toPublic, from(undefined, '1.1.1.1'))).toBe(true);
  });

  test('may not go to another address', () => {
    for (const remote of ['10.0.0.1', '127.0.0.1', '::1', undefined])
      expect(mayConnect(toPublic, from('10.0.0.2', remote))).toBe(false);
    expect(mayConnect(toLoopback, from('10.0.0.2', '1.1.1.1'))).toBe(false);
  });

  test('may not go to a public address of this machine', () =>
    expect(mayConnect(toPublic, from('1.1.1.1', '1.1.1.1'))).toBe(false));

  test('may go to loopback, from there, only where it is allowed', () => {
    for (const address of ['127.0.0.1', '::1']) {
      expect(mayConnect(toLoopback, from(address, address))).toBe(true);
      expect(mayConnect(toPublic, from(address, address))).toBe(false);
    }
  });
});

test('addresses of IPv4 are tried first, in the same order for each request', async () => {
  const found = ['2606:4700:4700::1111', '8.8.8.8', '2606:4700:4700::1001', '1.1.1.1'];
  const policy = { allowHttp: false, allowLoopback: false };
  const { signal } = new AbortController();
  const { addresses } = await vet('https://example.com/', policy, async () => found, signal);
  expect(addresses).toEqual(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1001', '2606:4700:4700::1111']);
});
