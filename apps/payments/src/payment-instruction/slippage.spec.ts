import { type ConversionOrder, type Price, money } from '@corridor/kernel';
import { worstOf } from './slippage.js';

const sells: ConversionOrder = {
  ...{ sellCcyCode: 'GBP', buyCcyCode: 'JPY', fixedSide: 'SELL' },
  amount: money('GBP', 1_000_00n),
};
const buys: ConversionOrder = { ...sells, fixedSide: 'BUY', amount: money('JPY', 200_000n) };
const price: Price = {
  ...{ ccyPair: 'GBPJPY', rate: '200' },
  sellAmount: money('GBP', 1_000_00n),
  buyAmount: money('JPY', 200_000n),
};

test.each([
  ['sold', sells, 50, money('JPY', 199_000n)],
  ['bought', buys, 50, money('GBP', 1_005_00n)],
  ['sold, at no slippage', sells, 0, money('JPY', 200_000n)],
  ['sold, at a hundredth of a basis point', sells, 0.01, money('JPY', 199_999n)],
  ['bought, at a hundredth of a basis point', buys, 0.01, money('GBP', 1_000_01n)],
])('of a fixed amount that is %s', (_, order, basisPoints, worst) =>
  expect(worstOf(order, price, basisPoints)).toEqual(worst),
);

test('without a bound there is no worst price', () => expect(worstOf(sells, price, null)).toBeNull());
