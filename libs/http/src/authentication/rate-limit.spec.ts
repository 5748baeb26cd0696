import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Refusal } from '@corridor/kernel';
import type { FastifyReply } from 'fastify';
import { sampleApp } from '../sample-app.fixture.js';
import { RateLimiter } from './rate-limit.js';

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

describe('a window of the rate limit', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** The `ratelimit` header of one request, or the code of its refusal. */
  function counting() {
    const limiter = new RateLimiter({ perSecond: 1, burst: 2 });
    return (client: string): string => {
      const headers: Record<string, string> = {};
      const header = (name: string, value: string) => void (headers[name] = value);
      try {
        expect(limiter.count(client, { header } as unknown as FastifyReply)).toBeUndefined(); // no promise
        return headers['ratelimit'] ?? '';
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      }
    };
  }

  test('begins with the first request of a client, and ends for all its requests at once', () => {
    const count = counting();
    expect(count('cli_1')).toBe('"client";r=1;t=2');
    jest.advanceTimersByTime(1_001);
    expect([count('cli_1'), count('cli_1')]).toEqual(['"client";r=0;t=1', 'rate_limited']);
    jest.advanceTimersByTime(999);
    expect([count('cli_1'), count('cli_1')]).toEqual(['"client";r=1;t=2', '"client";r=0;t=2']);
  });

  test('is not ended by those of other clients', () => {
    const count = counting();
    count('cli_1');
    jest.advanceTimersByTime(1_500);
    expect(count('cli_2')).toBe('"client";r=1;t=2');
    jest.advanceTimersByTime(600);
    expect([count('cli_1'), count('cli_2')]).toEqual(['"client";r=1;t=2', '"client";r=0;t=2']);
  });
});
