import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sampleApp } from './sample-app.fixture.js';

describe('a page', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp()));
  afterAll(() => app.close());
  const get = (encoding: string | undefined) =>
    app.inject({
      url: '/problems',
      headers: { accept: 'text/html', ...(encoding && { 'accept-encoding': encoding }) },
    });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['*', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0, *', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    [undefined, undefined],
  ])('is sent to a client that accepts %s as %s', async (accepted, coding) => {
    const plain = await get(undefined);
    const { headers, rawPayload } = await get(accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'accept, accept-encoding']);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''];
    expect((decode ? decode(rawPayload) : rawPayload).toString()).toBe(plain.body);
    if (decode) expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });
});
