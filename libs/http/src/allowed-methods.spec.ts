import { fastify } from 'fastify';
import { AllowedMethods } from './allowed-methods.js';

test('lists the methods of a path, whatever its parameters', async () => {
  const app = fastify();
  const allowed = new AllowedMethods().watch(app);
  const handler = () => 'x';
  app
    .get('/v1/wallets', handler)
    .post('/v1/wallets', handler)
    .get('/v1/wallets/:id', handler)
    .all('/files/*', handler);
  await app.ready();
  expect(allowed.of('/v1/wallets')).toBe('GET, HEAD, POST');
  expect(allowed.of('/v1/wallets/EUR')).toBe('GET, HEAD');
  expect(allowed.of('/v1/wallets/')).toBe('');
  expect(allowed.of('/v1/wallets/EUR/more')).toBe('');
  expect(allowed.of('/files/a/b')).toContain('DELETE');
  expect(allowed.of('/nothing')).toBe('');
});
