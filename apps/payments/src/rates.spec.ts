import { SimulatedMarket } from '@corridor/conversions-contract';
import { TestClock } from '@corridor/testing';
import { MessagesOf, statementsOf } from '@corridor/testing/service';
import type { Quote } from '@corridor/kernel';
import { Rates } from './rates.js';
import { service } from './service.js';

const clock = new TestClock();
const quotesAt = (mid: string): Quote[] => [{ base: 'EUR', quote: 'GBP', bid: mid, mid, ask: mid }];
const publishedAt = (mid: string) => ({ quotes: quotesAt(mid), isSimulated: false });

let messages: MessagesOf;
let rates: Rates;
beforeAll(async () => (messages = await MessagesOf.service(service, clock)));
beforeEach(() => (rates = new Rates(messages.db.database, clock)));
afterAll(() => messages.db.close());

/** Of another process. */
const elsewhere = () => new Rates(messages.db.database, clock);

test('quotes are read once, and again after a second', async () => {
  await elsewhere().keep(publishedAt('0.1'));
  expect(await rates.now()).toEqual(quotesAt('0.1'));
  await elsewhere().keep(publishedAt('0.2'));
  clock.advance(999);
  expect(await statementsOf(() => rates.now())).toEqual([]);
  clock.advance(1);
  expect(await rates.now()).toEqual(quotesAt('0.2'));
});

test('quotes that this process keeps are known at once, without a read', async () => {
  expect(await rates.now()).not.toEqual(quotesAt('0.3'));
  await rates.keep(publishedAt('0.3'));
  expect(await statementsOf(() => rates.now())).toEqual([]);
  expect(await rates.now()).toEqual(quotesAt('0.3'));
});

test('quotes of a transaction are known when it has committed, and never if it is rolled back', async () => {
  const { database } = messages.db;
  await rates.keep(publishedAt('0.4'));
  await database.transaction(async () => {
    await rates.keep(publishedAt('0.5'));
    expect(await rates.now()).toEqual(quotesAt('0.4'));
  });
  expect(await rates.now()).toEqual(quotesAt('0.5'));
  const failed = database.transaction(async () => {
    await rates.keep(publishedAt('0.6'));
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await rates.now()).toEqual(quotesAt('0.5'));
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
  expect(await rates.now()).toEqual(quotesAt('0.7'));
  expect(await rates.now()).toEqual(quotesAt('0.8'));
});

test('those of the simulated market are the ones of this moment, whichever were published', async () => {
  const market = new SimulatedMarket();
  await rates.keep({ quotes: quotesAt('0.9'), isSimulated: true });
  const before = await rates.now();
  expect(before).toEqual(market.quotes(clock.now()));
  clock.advance(1_000);
  expect(await rates.now()).toEqual(market.quotes(clock.now()));
  expect(await rates.now()).not.toEqual(before);
  expect(await elsewhere().now()).toEqual(await rates.now());
});
