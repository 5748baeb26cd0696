import { type ConversionOrder, type Quote, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type Booking, book } from './booking.js';
import { conversion } from './conversion.js';

/** A booking at the worst price that the client accepts. */

const market = {
  quotes: [
    { base: 'EUR', quote: 'GBP', bid: '0.85', mid: '0.85', ask: '0.85', quotedOn: null, validUntil: null },
  ],
  ...{ halted: [], plan: { id: 'mgp_1', basisPoints: 100, rules: [], maximumSlippage: 50 } },
};
const sells: ConversionOrder = {
  ...{ sellCcyCode: 'EUR', buyCcyCode: 'GBP', fixedSide: 'SELL' },
  amount: money('EUR', 1_000_00n),
};
const buys: ConversionOrder = {
  ...{ sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY' },
  amount: money('EUR', 1_000_00n),
};
const quote: Quote = { base: 'EUR', quote: 'GBP', bid: '0.85', mid: '0.85', ask: '0.85' };
const booking: Booking = {
  ...{ conversionId: 'con_01K0000000000000000F4F7KQ2', order: sells, given: null, market, worst: null },
  ...{ now: '2026-11-20T09:30:00.123', valueDate: '2026-11-24', paymentInstructionId: 'pi_1' },
  ...{ metadata: null, check: () => null },
};

test.each([
  ['sold', sells, money('GBP', 841_50n), money('GBP', 841_51n)],
  ['bought', buys, money('GBP', 858_50n), money('GBP', 858_49n)],
])('is booked up to it, and declined beyond, with a fixed amount that is %s', (_, order, worst, better) => {
  const [booked] = book({ status: 'NEW' }, { ...booking, order, worst });
  if (booked?.type !== 'booked') throw new Error(booked?.type);
  expect([booked.price.buyAmount, booked.price.sellAmount]).toContainEqual(worst);
  given(conversion)
    .when(book, { ...booking, order, worst: better })
    .then({
      ...{ type: 'booking_declined', reason: 'price_moved', paymentInstructionId: 'pi_1' },
      priced: { quote, margin: { planId: 'mgp_1', basisPoints: 100 }, price: booked.price },
      ...{ detail: null, wanted: { order, valueDate: '2026-11-24', given: null, worst: better } },
    });
});

test('a price that has moved is said before a limit that is exceeded', () => {
  const check = () => {
    throw new Error('nobody asks for credit');
  };
  const declined = book({ status: 'NEW' }, { ...booking, check, worst: money('GBP', 841_51n) });
  expect(declined).toMatchObject([{ type: 'booking_declined', reason: 'price_moved' }]);
});

test('it is booked under another id when the market has returned, and never under its own', () => {
  const again = { ...booking, worst: money('GBP', 845_00n), market: { ...market, plan: null } };
  const declined = book({ status: 'NEW' }, { ...again, market });
  expect(declined).toMatchObject([{ reason: 'price_moved' }]);
  expect(book(declined.reduce(conversion.evolve, conversion.initial), again)).toEqual([]);
  expect(book(conversion.initial, again)).toMatchObject([
    { type: 'booked', price: { buyAmount: money('GBP', 850_00n) } },
  ]);
});

test('a limit in another currency is a defect', () => {
  expect(() => book({ status: 'NEW' }, { ...booking, worst: money('EUR', 1n) })).toThrow(
    'a limit in EUR for GBP',
  );
});
