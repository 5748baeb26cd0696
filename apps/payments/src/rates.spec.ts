import { type LiveQuote, type PublishedPoints, SimulatedMarket } from '@corridor/conversions-contract';
import { timestamp } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import { MessagesOf, statementsOf } from '@corridor/testing/service';
import { Rates } from './rates.js';
import { service } from './service.js';

const clock = new TestClock();
const quotesAt = (mid: string, validUntil: string | null = null): LiveQuote[] => [
  { base: 'EUR', quote: 'GBP', bid: mid, mid, ask: mid, quotedOn: '2026-11-21T09:30:00.000', validUntil },
];
const publishedAt = (mid: string) => ({ quotes: quotesAt(mid), halted: [], isSimulated: false });

let messages: MessagesOf;
let rates: Rates;
beforeAll(async () => (messages = await MessagesOf.service(service, clock)));
beforeEach(() => (rates = new Rates(messages.db.database, clock)));
afterAll(() => messages.db.close());

const quotesNow = async () => (await rates.now()).quotes;

/** Of another process. */
const elsewhere = () => new Rates(messages.db.database, clock);

test('quotes are read once, and again after a second', async () => {
  await elsewhere().keep(publishedAt('0.1'));
  expect(await quotesNow()).toEqual(quotesAt('0.1'));
  await elsewhere().keep(publishedAt('0.2'));
  clock.advance(999);
  expect(await statementsOf(() => rates.now())).toEqual([]);
  clock.advance(1);
  expect(await quotesNow()).toEqual(quotesAt('0.2'));
});

test('quotes that this process keeps are known at once, without a read', async () => {
  expect(await quotesNow()).not.toEqual(quotesAt('0.3'));
  await rates.keep(publishedAt('0.3'));
  expect(await statementsOf(() => rates.now())).toEqual([]);
  expect(await quotesNow()).toEqual(quotesAt('0.3'));
});

test('quotes of a transaction are known when it has committed, and never if it is rolled back', async () => {
  const { database } = messages.db;
  await rates.keep(publishedAt('0.4'));
  await database.transaction(async () => {
    await rates.keep(publishedAt('0.5'));
    expect(await quotesNow()).toEqual(quotesAt('0.4'));
  });
  expect(await quotesNow()).toEqual(quotesAt('0.5'));
  const failed = database.transaction(async () => {
    await rates.keep(publishedAt('0.6'));
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await quotesNow()).toEqual(quotesAt('0.5'));
});

test('quotes that are replaced while they are read are not known afterwards', async () => {
  await rates.keep(publishedAt('0.7'));
  clock.advance(1_000);
  const { database } = messages.db;
  const query = database.query.bind(database);
  const spy = jest.spyOn(database, 'query').mockImplementationOnce(async (...args) => {
    const found = await query(...args);
    spy.mockRestore();
    await rates.keep(publishedAt('0.8'));
    return found as never;
  });
  expect(await quotesNow()).toEqual(quotesAt('0.7'));
  expect(await quotesNow()).toEqual(quotesAt('0.8'));
});

test('those of the simulated market are the ones of this moment, whichever were published', async () => {
  const market = new SimulatedMarket();
  const simulated = quotesAt('0.9').map((one) => ({ ...one, quotedOn: null }));
  await rates.keep({ quotes: simulated, halted: [], isSimulated: true });
  const before = await quotesNow();
  expect(before).toEqual(market.quotes(clock.now()));
  clock.advance(1_000);
  expect(await quotesNow()).toEqual(market.quotes(clock.now()));
  expect(await quotesNow()).not.toEqual(before);
  expect(await elsewhere().now()).toEqual(await rates.now());
});

test('a quote is not used from the end of its validity on, also without a new message', async () => {
  const end = timestamp(new Date(clock.now().getTime() + 500));
  await rates.keep({ quotes: quotesAt('0.9', end), halted: ['EURJPY'], isSimulated: false });
  expect(await rates.now()).toEqual({ quotes: quotesAt('0.9', end), halted: ['EURJPY'] });
  clock.advance(500);
  expect(await rates.now()).toEqual({ quotes: [], halted: ['EURJPY', 'EURGBP'] });
  expect(await elsewhere().now()).toEqual({ quotes: [], halted: ['EURJPY', 'EURGBP'] });
});

test('halted pairs of the simulated market have no quote', async () => {
  await rates.keep({ quotes: [], halted: ['EURGBP', 'USDJPY'], isSimulated: true });
  const market = await rates.now();
  expect(market.halted).toEqual(['EURGBP', 'USDJPY']);
  expect(market.quotes.map(({ quote }) => quote)).toEqual(expect.arrayContaining(['USD', 'JPY']));
  expect(market.quotes.filter(({ quote }) => quote === 'GBP')).toEqual([]);
});

test('a rate that dealers have entered replaces that of the simulated market', async () => {
  await rates.keep({ quotes: quotesAt('0.9'), halted: [], isSimulated: true });
  expect(await quotesNow()).toEqual(expect.arrayContaining(quotesAt('0.9')));
});

test('forward points have over them what dealers have entered, until it expires', async () => {
  const now = timestamp(clock.now());
  const quotedOn = now;
  const validUntil = timestamp(new Date(clock.now().getTime() + 60_000));
  const curve = {
    ccyPair: 'EURUSD',
    quotedOn,
    validUntil,
    points: [{ tenor: '1M', bid: '0.1', ask: '0.1' }],
  };
  const entered = { ccyPair: 'EURUSD', tenor: '1M', bid: '0.2', ask: '0.3', enteredOn: now };
  const expiresOn = timestamp(new Date(clock.now().getTime() + 30_000));
  await rates.keepPoints({ curves: [curve], entered: [{ ...entered, expiresOn }] } as PublishedPoints);
  const points = async () => (await elsewhere().now()).curves?.map((one) => one.points[0]?.bid);
  expect(await points()).toEqual(['0.2']);
  clock.advance(30_000);
  expect(await points()).toEqual(['0.1']);
  clock.advance(30_000);
  expect(await points()).toEqual([]);
});
