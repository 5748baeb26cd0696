import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variables } from '@corridor/platform';
import { TestClock, testCaller, until } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { Logger } from '@nestjs/common';
import { ConversionsModule } from '../conversions.module.js';
import { service } from '../service.js';
import { PublishedRates } from './published/published-rates.js';
import { sheet } from './published/sheet.fixture.js';
import { RateSource } from './rate-source.js';
import { rateSettings } from './rate-settings.js';
import { FeedRates } from './feed/feed-rates.js';
import { LiveRates } from './live-rates.js';
import { RatePublisher } from './rate-publisher.js';
import { ratesFrom } from './rates-from.js';
import { SimulatedRates } from './simulated-rates.js';

const clock = new TestClock(new Date('2026-11-21T09:30:00.123Z'));

const from = (variables: Variables) => ratesFrom(rateSettings.read(variables), clock);

describe('RATES', () => {
  it.each([
    [undefined, SimulatedRates],
    ['', SimulatedRates],
    ['simulated', SimulatedRates],
    ['./rates.xml', PublishedRates],
    ['rates.xml', PublishedRates],
    ['/run/rates/today', PublishedRates],
    ['file:///run/rates.xml', PublishedRates],
    ['http://rates.example/daily', PublishedRates],
    ['https://rates.example/daily.xml', PublishedRates],
    ['feed+https://rates.example/live', FeedRates],
    ['feed+/run/rates.json', FeedRates],
  ])('of %j is a source', (value, kind) => expect(from({ RATES: value })).toBeInstanceOf(kind));

  it.each([
    'Simulated',
    'simulate',
    'ecb',
    'https://',
    '1',
    'ftp://x',
    'ftp://x/rates.xml',
    'feed+',
    'feed+simulated',
    'feed+ftp://x',
  ])('of %j is an error at startup', (value) => expect(() => from({ RATES: value })).toThrow(/^RATES /));
});

it.each([
  [{}, /^RATES must be set: /],
  [{ RATES: 'simulated' }, /^RATES: a simulated rate source is refused in PRODUCTION$/],
])('in PRODUCTION %j is an error at startup', (variables, error) =>
  expect(() => from({ ...variables, ENVIRONMENT: 'PRODUCTION' })).toThrow(error),
);

test.each([
  [{ RATES_JUMP_PERCENT: '5,EURTRY=15' }, null],
  [{ RATES_JUMP_PERCENT: '0' }, /^RATES_JUMP_PERCENT must be a percentage/],
  [{ RATES_JUMP_PERCENT: '5,USDTRY=15' }, /^RATES_JUMP_PERCENT /],
  [{ RATES_JUMP_PERCENT: '5,EURTRY' }, /^RATES_JUMP_PERCENT /],
  [{ RATES_MAX_AGE_SECONDS: '0' }, /^RATES_MAX_AGE_SECONDS must be a whole number/],
  [{ RATES_MAX_AGE_SECONDS: '90' }, null],
  [{ DEALING_HOURS: 'sometimes' }, /^DEALING_HOURS must be/],
])('the settings %j', (variables, error) =>
  error === null
    ? expect(rateSettings.errors(variables)).toEqual([])
    : expect(rateSettings.errors(variables)).toEqual([expect.stringMatching(error)]),
);

test('pairs are closed at the weekend in PRODUCTION, and never in the SANDBOX', () => {
  expect(rateSettings.read({ ENVIRONMENT: 'SANDBOX' }).dealingHours).toBeNull();
  expect(rateSettings.read({ ENVIRONMENT: 'PRODUCTION', RATES: '/rates.xml' }).dealingHours).toMatchObject({
    closes: { day: 'FRIDAY' },
  });
});

describe('the service on published rates', () => {
  const caller = { ...testCaller, permissions: ['rates:read', 'conversions:write'] };
  const folder = mkdtempSync(join(tmpdir(), 'corridor-rates-'));
  const file = join(folder, 'rates.xml');
  let conversions: TestService;
  beforeAll(async () => {
    for (const level of ['log', 'error'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    conversions = await startTestService(service, ConversionsModule.in('PRODUCTION'), {
      clock,
      caller,
      variables: { RATES: file, ENVIRONMENT: 'PRODUCTION', DEALING_HOURS: 'always' },
    });
  });
  afterAll(async () => {
    await conversions.close();
    rmSync(folder, { recursive: true });
  });
  const rates = () => conversions.get('rates?ccyPairs=EURUSD,GBPJPY,EUREUR');
  const ready = () => conversions.get('/health/ready');

  it('starts without them, is not ready, reports why, and quotes nothing', async () => {
    const { status, problem } = await ready();
    expect([status, problem?.code]).toEqual([503, 'unavailable']);
    expect(problem?.detail).toMatch(/no rates: the source in RATES could not be read/);
    const { meta, data } = await rates();
    expect([meta.notQuoted, data]).toEqual([['EURUSD', 'GBPJPY'], [{ ...data[0], ccyPair: 'EUREUR' }]]);
  });

  it('is ready when they arrive, quotes them, and publishes them', async () => {
    writeFileSync(`${file}.new`, sheet());
    renameSync(`${file}.new`, file);
    clock.advance(30_000);
    await (conversions.app.get(RateSource) as PublishedRates).turn();
    await conversions.app.get(RatePublisher).turn();
    expect((await ready()).status).toBe(200);
    const { meta, data } = await rates();
    expect(meta).toMatchObject({ quotedCount: 3, notQuoted: [] });
    expect(data[0]).toMatchObject({ ccyPair: 'EURUSD', sellRate: 1.15782, buyRate: 1.15898 });
  });

  it('quotes nothing when they are too old: creating is refused, a booking waits, and health reports it', async () => {
    clock.advance(4 * 86_400_000);
    const body = { sellCcyCode: 'EUR', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 100 };
    for (const path of ['quotes', 'conversions']) {
      const { status, problem } = await conversions.post(path, body);
      expect([path, status, problem?.code]).toEqual([path, 422, 'rate_unavailable']);
    }
    expect((await rates()).meta.notQuoted).toEqual(['EURUSD', 'GBPJPY']);
    await conversions.app.get(RatePublisher).turn();
    const published = await conversions.published('market');
    expect(published.at(-1)?.data).toMatchObject({ quotes: [], halted: expect.arrayContaining(['EURUSD']) });
    const { halts } = await conversions.app.get(LiveRates).state();
    expect(halts.length).toBe(29);
    await until(async () => (await ready()).text.includes('EURUSD (STALE)'));
  });
});
