import { TestClock } from '@corridor/testing';
import { Logger } from '@nestjs/common';
import { PublishedRates } from './published-rates.js';
import { perEuro, sheet } from './sheet.fixture.js';

const MINUTE_MS = 60_000;

let clock: TestClock;
let source: PublishedRates;
let document: () => Promise<string>;
let requested: number;
let logged: string[];

beforeEach(() => {
  clock = new TestClock(new Date('2026-11-20T16:30:00Z'));
  [requested, logged] = [0, []];
  for (const level of ['log', 'warn', 'error'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...values: unknown[]) => void logged.push(`${level}: ${String(values[0])}`));
  const read = (location: string) => {
    requested += 1;
    expect(location).toBe('/rates.xml');
    return document();
  };
  source = new PublishedRates('/rates.xml', clock, { read });
});
afterEach(() => jest.restoreAllMocks());

const says = (xml: string) => (document = () => Promise.resolve(xml));
const isAway = () => (document = () => Promise.reject(new Error('connect ECONNREFUSED')));
const mid = (currency: string) => source.quotes().find(({ quote }) => quote === currency)?.mid;

it('quotes what was published, with a spread that is wider for currencies that trade less', async () => {
  says(sheet());
  await source.turn();
  const quotes = source.quotes();
  expect(Object.fromEntries(quotes.map(({ quote, mid }) => [quote, Number(mid)]))).toEqual(
    Object.fromEntries(Object.entries(perEuro).map(([currency, rate]) => [currency, Number(rate)])),
  );
  const spread = (currency: string) => {
    const { bid, mid, ask } = quotes.find(({ quote }) => quote === currency)!;
    return (Number(ask) - Number(bid)) / Number(mid);
  };
  expect(spread('USD')).toBeGreaterThan(0);
  expect(spread('USD')).toBeLessThan(spread('THB'));
  expect(spread('THB')).toBeLessThan(spread('IDR'));
  expect(logged).toEqual(['log: Reference rates of 2026-11-20: 29 currencies from /rates.xml']);
});

it('has none before the first rates, reports it, and retries soon', async () => {
  isAway();
  expect(source.trouble()).toMatch(/no rates/);
  await source.turn();
  expect([source.quotes(), source.trouble()]).toEqual([[], expect.stringContaining('RATES')]);
  expect(logged).toEqual(['error: No reference rates: /rates.xml could not be used: connect ECONNREFUSED']);
  says(sheet());
  clock.advance(10_000);
  await source.turn();
  expect([mid('USD'), source.trouble()]).toEqual(['1.1584', null]);
});

it('reads every five minutes, and never for a request', async () => {
  says(sheet());
  for (let second = 0; second < 11 * 60; second += 10) {
    await source.turn();
    source.quotes();
    clock.advance(10_000);
  }
  expect(requested).toBe(3);
});

it.each<[string, () => unknown, RegExp]>([
  ['is away', isAway, /ECONNREFUSED/],
  ['talks nonsense', () => says('<html/>'), /root/],
  ['goes back in time', () => says(sheet('2026-11-19', { USD: '9' })), /older than 2026-11-20/],
  ['is ahead of its time', () => says(sheet('2026-11-22', { USD: '9' })), /has not come/],
])('keeps the last good rates when the source %s, and tells it', async (_, happens, reason) => {
  says(sheet());
  await source.turn();
  happens();
  clock.advance(5 * MINUTE_MS);
  await source.turn();
  expect([mid('USD'), source.trouble()]).toEqual(['1.1584', null]);
  expect(logged[1]).toMatch(
    /^warn: Keeping the reference rates of 2026-11-20: \/rates\.xml could not be used: /,
  );
  expect(logged[1]).toMatch(reason);
  says(sheet('2026-11-20', { USD: '1.2' }));
  clock.advance(5 * MINUTE_MS);
  await source.turn();
  expect(mid('USD')).toBe('1.2');
});

it('accepts the rates of the next day, also in an earlier time zone', async () => {
  says(sheet('2026-11-21', { USD: '1.3' }));
  await source.turn();
  expect(mid('USD')).toBe('1.3');
});

it('reports unknown currencies', async () => {
  says(sheet('2026-11-20', { USD: '1.1', ZZZ: '2' }));
  await source.turn();
  expect(logged).toEqual([
    'log: Reference rates of 2026-11-20: 1 currency from /rates.xml, without the unknown ZZZ',
  ]);
});

it('logs nothing if nothing is new', async () => {
  says(sheet());
  for (let times = 0; times < 3; times++) {
    await source.turn();
    clock.advance(5 * MINUTE_MS);
  }
  expect(logged).toHaveLength(1);
});

test.each([
  ['Friday', '2026-11-20', '2026-11-23T20:00:00.000'],
  ['the day before Good Friday', '2027-03-25', '2027-03-30T20:00:00.000'],
  ['Christmas Eve', '2026-12-24', '2026-12-28T20:00:00.000'],
])('the rates of %s are valid until the evening of the next TARGET day', async (_, date, end) => {
  clock = new TestClock(new Date(`${date}T16:30:00Z`));
  source = new PublishedRates('/rates.xml', clock, { read: async () => sheet(date) });
  await source.turn();
  const [{ quotedOn, validUntil } = {}] = source.quotes();
  expect([quotedOn, validUntil]).toEqual([`${date}T14:00:00.000`, end]);
});

test('or for as long as is set', async () => {
  source = new PublishedRates('/rates.xml', clock, { read: async () => sheet(), maxAgeMs: 3_600_000 });
  await source.turn();
  expect(source.quotes()[0]?.validUntil).toBe('2026-11-20T15:00:00.000');
});
