import { everythingAllowed } from '@corridor/payments-contract';
import { type ConversionOrder, type Quote, type Refusal, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import fc from 'fast-check';
import { type Offer, SimulatedMarket } from '@corridor/conversions-contract';
import { deal } from '../conversion/booking.js';
import { NO_DEPOSITS } from '../dealing/limits.js';
import {
  type Event,
  type Request,
  type Use,
  expire,
  firmQuote,
  give,
  objectionTo,
  pricingFor,
  use,
} from './quote.js';

const now = '2026-11-20T09:30:00.000';
const [expiresOn, before] = ['2026-11-20T09:31:00.000', '2026-11-20T09:30:59.999'];
const order: ConversionOrder = {
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY',
  amount: money('EUR', 1000_00n),
};
const quote: Quote = { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' };
const price = { ccyPair: 'EURGBP', rate: '0.86', buyAmount: order.amount, sellAmount: money('GBP', 860_00n) };
const request: Request = {
  clientId: 'cli_1',
  order,
  valueDate: null,
  market: { quotes: [quote], halted: [], plan: null },
  policy: everythingAllowed,
  now,
  realNow: now,
};
const terms = { clientId: 'cli_1', order, valueDate: null, quote, price, expiresOn, lapsesOn: expiresOn };
const active: Event = { type: 'given', margin: null, ...terms };
const by = { type: 'CONVERSION', id: 'con_1' } as const;
const wanted: Use = { by, clientId: 'cli_1', order, date: null, now };
const used: Event = { type: 'used', margin: null, by, quote, price };
const expired: Event = { type: 'expired' };
const stateOf = (...events: Event[]) => events.reduce(firmQuote.evolve, firmQuote.initial);

test('is given at the market, firm for one minute', () => given(firmQuote).when(give, request).then(active));

test('expires in the time of the client, and at the latest in real time', () => {
  const ahead = { ...request, now: '2027-01-01T00:00:00.000' };
  given(firmQuote)
    .when(give, ahead)
    .then({ ...active, expiresOn: '2027-01-01T00:01:00.000', lapsesOn: expiresOn });
});

test.each<[string, Partial<Request>]>([
  ['invalid_request', { valueDate: '2026-11-19' }],
  ['payment_date_unavailable', { valueDate: '2027-11-21' }],
  ['unavailable', { market: { quotes: [], halted: [], plan: null } }],
  ['rate_unavailable', { market: { quotes: [], halted: ['EURGBP'], plan: null } }],
  ['currency_not_sellable', { order: { ...order, sellCcyCode: 'USD' } }],
  ['amount_not_convertible', { order: { ...order, fixedSide: 'SELL', amount: money('GBP', 0n) } }],
])('refusal %s: %j', (code, more) =>
  expect(() => give(firmQuote.initial, { ...request, ...more })).toThrow(expect.objectContaining({ code })),
);

describe('every status × command', () => {
  test.each<[string, Event[], string | null, string[]]>([
    ['NEW', [], 'quote_not_found', []],
    ['ACTIVE', [active], null, ['expired']],
    ['USED', [active, used], 'quote_used', []],
    ['EXPIRED', [active, expired], 'quote_expired', []],
  ])('%s', (status, history, refusal, expires) => {
    const state = stateOf(...history);
    expect(state.status).toBe(status);
    const other = { ...wanted, by: { ...by, id: 'con_2' } };
    expect(objectionTo(state, other)?.code ?? null).toBe(refusal);
    if (refusal === null) expect(use(state, other)).toEqual([{ ...used, by: other.by }]);
    else expect(() => use(state, other)).toThrow(expect.objectContaining({ code: refusal }));
    const end = { now: expiresOn, realNow: expiresOn };
    expect(expire(state, end).map(({ type }) => type)).toEqual(expires);
  });
});

test('a repeated use by the same record is the same use, also after the end', () =>
  expect(use(stateOf(active, used), { ...wanted, now: expiresOn })).toEqual([]));

test.each([
  [before, null],
  [expiresOn, 'quote_expired'],
])('at %s: %s', (at, code) =>
  expect(objectionTo(stateOf(active), { ...wanted, now: at })?.code ?? null).toBe(code),
);

test.each([
  [before, before, []],
  [expiresOn, before, [expired]],
  [before, expiresOn, [expired]],
])('it expires at %s of the client, %s in real time: %j', (client, realNow, events) =>
  expect(expire(stateOf(active), { now: client, realNow })).toEqual(events),
);

test('for another client it does not exist', () =>
  expect(objectionTo(stateOf(active), { ...wanted, clientId: 'cli_2' })?.code).toBe('quote_not_found'));

describe('other terms than those of the quote', () => {
  const dated = stateOf({ ...active, valueDate: '2026-11-24' });
  const differing = (more: Partial<Use>, state = dated) =>
    (objectionTo(state, { ...wanted, ...more }) as Refusal | null)?.extra['errors'];
  const of = (pointer: string, quoted: string) => ({
    pointer,
    code: 'differs_from_quote',
    detail: `Must be ${quoted}, as in the quote.`,
  });

  test.each<[Partial<Use>, object[]]>([
    [{ order: { ...order, sellCcyCode: 'USD' } }, [of('#/sellCcyCode', 'GBP')]],
    [{ order: { ...order, buyCcyCode: 'USD' } }, [of('#/buyCcyCode', 'EUR')]],
    [{ order: { ...order, fixedSide: 'SELL' } }, [of('#/fixedSide', 'BUY')]],
    [{ order: { ...order, amount: money('EUR', 1000_01n) } }, [of('#/amount', '1000.00')]],
    [{ date: '2026-11-25' }, [of('#/valueDate', '2026-11-24')]],
    [
      { by: { type: 'PAYMENT_INSTRUCTION', id: 'pi_1' }, date: '2026-11-25' },
      [of('#/paymentDate', '2026-11-24')],
    ],
    [
      { order: { ...order, sellCcyCode: 'USD', amount: money('EUR', 1n) } },
      [of('#/sellCcyCode', 'GBP'), of('#/amount', '1000.00')],
    ],
  ])('%j are named', (more, errors) => {
    expect(objectionTo(dated, { ...wanted, ...more })?.code).toBe('quote_mismatch');
    expect(differing(more)).toEqual(errors);
  });

  test.each<[string | null, string | null]>([
    ['2026-11-24', '2026-11-24'],
    ['2026-11-24', null],
    [null, '2026-12-31'],
  ])('the date of the quote %s, of the request %s: fine', (valueDate, date) =>
    expect(differing({ date }, stateOf({ ...active, valueDate }))).toBeUndefined(),
  );
});

describe('for any order and market', () => {
  const currencies = ['EUR', 'GBP', 'USD', 'JPY', 'KWD', 'NGN'] as const;
  const anyOrder = fc
    .record({
      pair: fc.shuffledSubarray([...currencies], { minLength: 2, maxLength: 2 }),
      fixedSide: fc.constantFrom('BUY' as const, 'SELL' as const),
      minor: fc.bigInt({ min: 1n, max: 10_000_000_00n }),
    })
    .map(({ pair, fixedSide, minor }): ConversionOrder => {
      const [sellCcyCode = '', buyCcyCode = ''] = pair;
      const amount = money(fixedSide === 'BUY' ? buyCcyCode : sellCcyCode, minor);
      return { sellCcyCode, buyCcyCode, fixedSide, amount };
    });
  const anyMarket = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
    .map((at): Offer => ({ quotes: new SimulatedMarket().quotes(at), halted: [], plan: null }));
  const givenFor = (wish: ConversionOrder, market: Offer): Event[] => {
    try {
      return give(firmQuote.initial, { ...request, order: wish, market });
    } catch (refusal) {
      expect(refusal).toMatchObject({ code: 'amount_not_convertible' });
      return [];
    }
  };

  test('a conversion has exactly the price of its quote, wherever the market is', () =>
    fc.assert(
      fc.property(anyOrder, anyMarket, anyMarket, (wish, market, later) => {
        const [event] = givenFor(wish, market);
        if (event?.type !== 'given') return;
        const pricing = pricingFor(stateOf(event), { ...wanted, order: wish });
        const trading = {
          conversionId: `con_${'0'.repeat(26)}`,
          order: wish,
          now,
          check: () => null,
          metadata: null,
          deposits: NO_DEPOSITS,
        };
        const [booked] = deal(
          { status: 'NEW' },
          { ...trading, given: pricing, valueDate: pricing.valueDate, market: later },
        );
        expect(booked).toMatchObject({
          type: 'booked',
          margin: null,
          price: event.price,
          quote: event.quote,
        });
      }),
    ));

  test('there and back at two quotes of one market never makes a profit', () =>
    fc.assert(
      fc.property(anyOrder, anyMarket, (wish, market) => {
        const [there] = givenFor(wish, market);
        if (there?.type !== 'given') return;
        const { buyAmount, sellAmount } = there.price;
        const [back] = givenFor(
          {
            sellCcyCode: wish.buyCcyCode,
            buyCcyCode: wish.sellCcyCode,
            fixedSide: 'SELL',
            amount: buyAmount,
          },
          market,
        );
        if (back?.type !== 'given') return;
        expect(back.price.buyAmount.minor).toBeLessThanOrEqual(sellAmount.minor);
      }),
    ));
});
