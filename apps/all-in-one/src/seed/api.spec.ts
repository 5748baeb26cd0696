import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Api } from './api.js';

describe('while the system is not available', () => {
  const seen: string[] = [];
  /** Responds to the first requests with these statuses, to all others with 200. */
  const server = (statuses: number[]) =>
    createServer((request, response) => {
      seen.push(`${request.method} ${String(request.headers['x-idempotency-key'])}`);
      response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { id: 'wal_1' } }));
    });
  beforeEach(() => seen.splice(0));

  test.each([503, 429])('a request is repeated after %i, with the same key', async (status) => {
    const system = server([status, status]).listen(0, '127.0.0.1');
    await once(system, 'listening');
    const { port } = system.address() as AddressInfo;
    const api = new Api(`http://127.0.0.1:${port}`, {}, 'seed');
    expect(await api.post('/v1/wallets', {}, 'wallet')).toBe('wal_1');
    expect(seen).toEqual(['POST seed-wallet', 'POST seed-wallet', 'POST seed-wallet']);
    system.close();
  });

  test('a request is repeated until somebody listens', async () => {
    const early = server([]).listen(0, '127.0.0.1');
    await once(early, 'listening');
    const { port } = early.address() as AddressInfo;
    early.close();
    await once(early, 'close');
    const found = new Api(`http://127.0.0.1:${port}`, {}, 'seed').get('/v1/wallets');
    const late = server([]);
    setTimeout(() => late.listen(port, '127.0.0.1'), 700);
    expect(await found).toEqual({ data: { id: 'wal_1' } });
    late.close();
  });
});
