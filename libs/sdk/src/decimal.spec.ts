import { addDecimals, compareDecimals, parseJson, toJson } from './decimal.js';

const parsed = (text: string) => parseJson(text, ['amount', 'rate']);
const written = (value: unknown) => toJson(value, ['amount']);

test('numbers in decimal fields are read as text, digit for digit', () => {
  const text =
    '{"amount":999999999999.99,"count":3,"rate" : 1e-7,"inner":[{"amount":-0.10}],"amounts":[1.5]}';
  expect(parsed(text)).toEqual({
    amount: '999999999999.99',
    count: 3,
    rate: '1e-7',
    inner: [{ amount: '-0.10' }],
    amounts: [1.5],
  });
});

test('text that looks like a field is left alone', () => {
  const record = { narrative: '"amount":1.5', 'a "amount"': 2, amount: null, note: 'C:\\', rate: '"' };
  expect(parsed(JSON.stringify(record))).toEqual(record);
});

test.each(['{"amount":01}', '{"amount":1.}', '{"amount":12abc}', '{"amount":-}', '{"amount":1', '{"amount'])(
  'what is no JSON does not become JSON: %s',
  (text) => expect(() => parsed(text)).toThrow(SyntaxError),
);

test('a string that never ends is refused in linear time', () =>
  expect(() => parsed(`"${'\\"'.repeat(1_000_000)}`)).toThrow(SyntaxError));

test('text in decimal fields is written as a number, digit for digit', () => {
  expect(written({ amount: '123456789012345678.90', value: '1000', list: ['amount', '5'] })).toBe(
    '{"amount":123456789012345678.90,"value":"1000","list":["amount","5"]}',
  );
  expect(written({ amount: 0.1 })).toBe('{"amount":0.1}');
  expect(written({ narrative: '"amount":"5"', amount: null })).toBe(
    '{"narrative":"\\"amount\\":\\"5\\"","amount":null}',
  );
});

test.each(['1,000', '1e3', ' 1', '+1', '1.', '.5', '', 'NaN', '1}, "b": {'])('%j is no decimal', (amount) => {
  expect(() => written({ amount })).toThrow(TypeError);
  expect(() => addDecimals('1', amount)).toThrow(TypeError);
  expect(() => compareDecimals(amount, '1')).toThrow(TypeError);
});

test.each([NaN, Infinity])('%d is refused, and does not become null', (amount) =>
  expect(() => written({ amount })).toThrow(TypeError),
);

test.each([
  ['0.1', '0.2', '0.3'],
  ['999999999999.99', '0.01', '1000000000000'],
  ['1', '-1.005', '-0.005'],
  ['-5', '5', '0'],
])('%s + %s = %s', (a, b, sum) => expect(addDecimals(a, b)).toBe(sum));

test.each([
  ['9', '10', -1],
  ['1.50', '1.5', 0],
  ['-1', '-2', 1],
  ['0', '0.001', -1],
])('compares %s with %s: %d', (a, b, sign) => expect(compareDecimals(a, b)).toBe(sign));
