import { SimulatedMarket } from '@corridor/conversions-contract';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variables } from '@corridor/platform';
import { TestClock, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { Logger } from '@nestjs/common';
import { ConversionsModule } from '../conversions.module.js';
import { service } from '../service.js';
import { PublishedRates } from './published/published-rates.js';
import { sheet } from './published/sheet.fixture.js';
import { RateSource } from './rate-source.js';
import { rateSettings } from './rate-settings.js';
import { ratesFrom } from './rates-from.js';

const clock = new TestClock(new Date('2026-11-21T09:30:00.123Z'));

const from = (variables: Variables) => ratesFrom(rateSettings.read(variables), clock);

describe('RATES', () => {
  it.each([
    [undefined, SimulatedMarket],
    ['', SimulatedMarket],
    ['simulated', SimulatedMarket],
    ['./rates.xml', PublishedRates],
    ['rates.xml', PublishedRates],
    ['/run/rates/today', PublishedRates],
    ['file:///run/rates.xml', PublishedRates],
    ['http://rates.example/daily', PublishedRates],
    ['https://rates.example/daily.xml', PublishedRates],
  ])('of %j is a source', (value, kind) => expect(from({ RATES: value })).toBeInstanceOf(kind));

  it.each(['Simulated', 'simulate', 'ecb', 'https://', '1', 'ftp://x', 'ftp://x/rates.xml'])(
    'of %j is an error at startup',
    (value) => expect(() => from({ RATES: value })).toThrow(/^RATES /),
  );
});

it.each([
  [{}, /^RATES must be set: /],
  [{ RATES: 'simulated' }, /^RATES: a simulated rate source is refused in PRODUCTION$/],
])('in PRODUCTION %j is an error at startup', (variables, error) =>
  expect(() => from({ ...variables, ENVIRONMENT: 'PRODUCTION' })).toThrow(error),
);

describe('the service on published rates', () => {
  const caller = { ...testCaller, permissions: ['rates:read'] };
  const folder = mkdtempSync(join(tmpdir(), 'corridor-rates-'));
  const file = join(folder, 'rates.xml');
  let conversions: TestService;
  beforeAll(async () => {
    for (const level of ['log', 'error'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    conversions = await startTestService(service, ConversionsModule.in('PRODUCTION'), {
      clock,
      caller,
      variables: { RATES: file, ENVIRONMENT: 'PRODUCTION' },
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
    expect((await ready()).status).toBe(200);
    const { meta, data } = await rates();
    expect(meta).toMatchObject({ quotedCount: 3, notQuoted: [] });
    expect(data[0]).toMatchObject({ ccyPair: 'EURUSD', sellRate: 1.15782, buyRate: 1.15898 });
  });
});
