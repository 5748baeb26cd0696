import { amountOf } from './amount-of.js';

test('an amount is exact and above zero', () => {
  expect(amountOf('EUR', 12.3, '#/amount')).toEqual({ ccyCode: 'EUR', minor: 1230n });
  expect(amountOf('JPY', 1500, '#/amount')).toEqual({ ccyCode: 'JPY', minor: 1500n });
});

test.each([
  ['EUR', 0.001, 'too_many_decimals'],
  ['EUR', 1_000_000_000_000, 'too_large'],
  ['EUR', 0, 'not_positive'],
  ['EUR', -5, 'not_positive'],
  ['EUR', Number.NaN, 'not_a_number'],
])('%s %d is refused: %s', (ccyCode, value, code) => {
  expect(() => amountOf(ccyCode, value, '#/sender/amount')).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      extra: { errors: [expect.objectContaining({ pointer: '#/sender/amount', code })] },
    }),
  );
});
