import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestClock } from '@corridor/testing';
import { Logger } from '@nestjs/common';
import { FeedRates } from './feed-rates.js';
import { feed } from './feed.fixture.js';

let clock: TestClock;
let logged: string[];
beforeEach(() => {
  clock = new TestClock(new Date('2026-11-20T09:30:00Z'));
  logged = [];
  for (const level of ['log', 'warn', 'error'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...values: unknown[]) => void logged.push(`${level}: ${String(values[0])}`));
});
afterEach(() => jest.restoreAllMocks());

const options = { pollMs: 5_000, maxAgeMs: 60_000 };
const now = () => clock.now().toISOString();
const mid = (source: FeedRates) => source.quotes().find(({ quote }) => quote === 'USD')?.mid;

describe('a feed', () => {
  let document: string | Error | null;
  let requested: number;
  let source: FeedRates;
  beforeEach(() => {
    requested = 0;
    const read = async () => {
      requested += 1;
      if (document instanceof Error) throw document;
      return document;
    };
    source = new FeedRates('/rates.json', clock, { ...options, read });
  });
  const turn = async () => {
    await source.turn();
    clock.advance(5_000);
  };

  it('is read at its interval, and never for a request', async () => {
    document = feed(now());
    for (let second = 0; second < 21; second++) {
      await source.turn();
      source.quotes();
      clock.advance(1_000);
    }
    expect(requested).toBe(5);
  });

  it('keeps its quotes, which become too old, while it is away, unchanged or wrong, and logs that once', async () => {
    document = feed(now(), { USD: '1.1' });
    await turn();
    const before = source.quotes();
    for (document of [null, '{"quotes":[]}', '{"quotes":[]}', new Error('connect ECONNREFUSED')])
      await turn();
    expect([source.quotes(), source.trouble()]).toEqual([before, null]);
    expect(logged).toEqual([
      'log: Rates of 1 pairs from /rates.json',
      'warn: No new rates: /rates.json could not be used: it has no rate',
      'warn: No new rates: /rates.json could not be used: connect ECONNREFUSED',
    ]);
    document = feed(now(), { USD: '1.2' });
    await turn();
    expect([mid(source), logged.length]).toEqual(['1.2', 4]);
  });

  it('does not take a quote that is older than the one before it', async () => {
    document = feed(now(), { USD: '1.2', GBP: '0.87' });
    await turn();
    document = feed('2026-11-20T09:29:00Z', { USD: '1.1' });
    await turn();
    expect([mid(source), source.quotes().length]).toEqual(['1.2', 2]);
  });
});

describe('a feed over HTTP', () => {
  let server: Server;
  let handle: RequestListener;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.json`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is asked for a new version only, with what the server has said about the last one', async () => {
    const conditions: (string | undefined)[] = [];
    let [version, body] = [1, feed(now(), { USD: '1.1' })];
    handle = ({ headers }, response) => {
      conditions.push(headers['if-none-match']);
      const tag = `"${version}"`;
      if (headers['if-none-match'] === tag) return response.writeHead(304).end();
      return response.setHeader('etag', tag).end(body);
    };
    const source = new FeedRates(url, clock, options);
    for (const rate of ['1.1', '1.1', '1.2345']) {
      if (rate !== '1.1') [version, body] = [2, feed(now(), { USD: rate })];
      await source.turn();
      clock.advance(5_000);
    }
    expect(conditions).toEqual([undefined, expect.any(String), expect.any(String)]);
    expect(mid(source)).toBe('1.2345');
  });

  it('has no rates while its server does not respond', async () => {
    handle = (_, response) => response.writeHead(503).end();
    const source = new FeedRates(url, clock, options);
    await source.turn();
    expect([source.quotes(), source.trouble()]).toEqual([[], expect.stringMatching(/no rates/)]);
    expect(logged[0]).toMatch(/the response was 503/);
  });
});
