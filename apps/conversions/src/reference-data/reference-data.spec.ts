import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CalendarResource, CountryResource, CurrencyResource } from '@corridor/conversions-contract';
import { calendars } from '@corridor/calendars';
import { currencies } from '@corridor/kernel';
import { issues, TestClock, testCaller } from '@corridor/testing';
import { startTestService, type TestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { MAX_PAIRS } from '../rates/ccy-pairs.js';
import { service } from '../service.js';

const clock = new TestClock(); // a Saturday in November 2026
const folder = mkdtempSync(join(tmpdir(), 'calendars-'));
let conversions: TestService;
beforeAll(async () => {
  const caller = { ...testCaller, permissions: ['rates:read'] };
  const CALENDAR_OVERRIDES = join(folder, 'overrides.txt');
  writeFileSync(CALENDAR_OVERRIDES, 'RITS, 2027-09-22, closed, National Day of Mourning\n');
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), {
    clock,
    caller,
    variables: { CALENDAR_OVERRIDES },
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await conversions.close();
});

const get = async <Data>(path: string): Promise<Data> => {
  const { status, data } = await conversions.get(`reference-data/${path}`);
  expect(status).toBe(200);
  return data as Data;
};

describe('currencies', () => {
  let all: CurrencyResource[];
  beforeAll(async () => {
    all = await get('currencies');
  });
  const one = (code: string) => all.find((currency) => currency.code === code);

  it('are those of ISO 4217, each once, with its decimals and its name', () => {
    expect(all.map(({ code, decimalPlaces, name }) => ({ code, decimalPlaces, name }))).toEqual([
      ...currencies.values(),
    ]);
    expect(['JPY', 'GBP', 'KWD'].map((code) => one(code)?.decimalPlaces)).toEqual([0, 2, 3]);
  });

  it('have every field of the specification, in its order', () => {
    expect(one('GBP')).toEqual({
      code: 'GBP',
      decimalPlaces: 2,
      name: 'Pound Sterling',
      canBuy: true,
      canSell: true,
      symbol: '£',
      symbolBeforeAmount: true,
      canBeCollected: true,
    });
    expect(Object.keys(one('GBP') ?? {}).join(' ')).toBe(
      'code decimalPlaces name canBuy canSell symbol symbolBeforeAmount canBeCollected',
    );
    expect(one('SEK')).toMatchObject({ symbol: 'kr', symbolBeforeAmount: false });
    expect(one('KPW')).toMatchObject({ canBuy: false, canSell: false });
    for (const { symbol } of all) expect(symbol).toMatch(/^\S.{0,4}$/u);
  });

  it('can be bought and sold exactly if the market quotes them', async () => {
    const quoted = new Set<string>();
    for (let n = 0; n < all.length; n += MAX_PAIRS) {
      const pairs = all.slice(n, n + MAX_PAIRS).map(({ code }) => `${code}EUR`);
      const { data } = await conversions.get(`rates?ccyPairs=${pairs.join(',')}`);
      for (const { baseCcy } of data as { baseCcy: string }[]) quoted.add(baseCcy);
    }
    expect(quoted.size).toBe(50);
    expect(all.filter(({ canBuy }) => canBuy).map(({ code }) => code)).toEqual([...quoted].sort());
    expect(all.filter(({ canBuy, canSell }) => canBuy !== canSell)).toEqual([]);
  });

  it('that can be bought or sold all have a settlement calendar', () => {
    const dealt = all.filter(({ canBuy }) => canBuy).map(({ code }) => code);
    expect(dealt.filter((code) => !calendars.has(code))).toEqual([]);
  });
});

describe('countries', () => {
  it('are all of ISO 3166, each once, with both codes and an English name', async () => {
    const all = await get<CountryResource[]>('countries');
    expect(all).toHaveLength(249);
    expect(new Set(all.map(({ longCode }) => longCode)).size).toBe(249);
    expect(all.map(({ code }) => code)).toEqual(all.map(({ code }) => code).sort());
    expect(all.find(({ code }) => code === 'GB')).toEqual({
      code: 'GB',
      name: 'United Kingdom',
      longCode: 'GBR',
    });
    for (const { name, code, longCode } of all) {
      expect(name).toMatch(/^[^\d]{3,60}$/);
      expect([code, longCode].join(' ')).toMatch(/^[A-Z]{2} [A-Z]{3}$/);
    }
  });
});

describe('calendars', () => {
  const calendar = (ccyCode: string) => get<CalendarResource>(`calendars?ccyCode=${ccyCode}`);

  it('name the holidays of this year and the next, and the cut-off in UTC', async () => {
    const euro = await calendar('EUR');
    expect(euro).toMatchObject({
      ccyCode: 'EUR',
      system: 'TARGET',
      announced: null,
      timeZone: 'Europe/Berlin',
      cutOff: '17:00',
      cutOffOn: '2026-11-21T16:00:00.000',
      weekend: ['Saturday', 'Sunday'],
    });
    expect(euro.holidays.map(({ date }) => date).join(' ')).toBe(
      '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-12-25 2027-01-01 2027-03-26 2027-03-29',
    );
    expect(euro.holidays[1]).toEqual({ date: '2026-04-03', name: 'Good Friday' });
  });

  it("contain the operator's overrides", async () => {
    const { holidays } = await calendar('AUD');
    const announced = holidays.filter(({ date }) => date > '2027-06-30').slice(0, 2);
    expect(announced).toEqual([
      { date: '2027-09-22', name: 'National Day of Mourning' },
      { date: '2027-12-27', name: 'Christmas Day, substitute day' },
    ]);
  });

  it('report days that are computed here and announced by others', async () => {
    const riyal = await calendar('SAR');
    expect(riyal.announced).toMatch(/sighting of the moon/);
    expect(riyal.weekend).toEqual(['Friday', 'Saturday']);
  });

  it('report that no rules are known', async () => {
    expect(await calendar('XOF')).toMatchObject({
      source: expect.stringContaining('weekends only'),
      holidays: [],
    });
  });

  it.each([
    ['calendars', '?ccyCode required'],
    ['calendars?ccyCode=EURO', '?ccyCode unknown_currency'],
    ['calendars?ccyCode=eur', '?ccyCode unknown_currency'],
    ['calendars?ccyCode=EUR&year=2026', '?year unknown_field'],
  ])('refuse %s', async (path, issue) =>
    expect(issues(await conversions.get(`reference-data/${path}`))).toEqual([400, issue]),
  );
});
