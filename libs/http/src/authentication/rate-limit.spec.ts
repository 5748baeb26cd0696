import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sampleApp } from '../sample-app.fixture.js';

describe('the rate limit', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp({ rateLimit: { perSecond: 5, burst: 10 } })));
  afterAll(() => app.close());
  const get = (client: string) => app.inject({ url: '/v1/orders/1', headers: { 'x-client': client } });

  test('counts each client separately and says when to retry', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => get('cli_busy')));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(200), 429, 429]);

    const first = responses.find(({ statusCode }) => statusCode === 200);
    expect(first?.headers).toMatchObject({
      'ratelimit-policy': '"client";q=10;w=2',
      ratelimit: '"client";r=9;t=2',
    });

    const refused = responses.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers).toMatchObject({ 'retry-after': '2', ratelimit: '"client";r=0;t=2' });
    expect(refused?.json()).toMatchObject({ code: 'rate_limited', type: '/problems/rate_limited' });

    expect((await get('cli_quiet')).statusCode).toBe(200);
  });

  test('does not count unauthenticated requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => app.inject({ url: '/v1/orders/1' })),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });
});
