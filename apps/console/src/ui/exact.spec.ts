import { exact, plus, rounded, times } from './exact.js';

test.each([
  [1000.5, 10005n, 1],
  [0, 0n, 0],
  [-0.01, -1n, 2],
  [999999999999.99, 99999999999999n, 2],
  [1e-7, 1n, 7],
  [1.5e-8, 15n, 9],
  [2e21, 2_000_000_000_000_000_000_000n, 0],
])('%d is %d with %d places', (value, digits, places) => expect(exact(value)).toEqual({ digits, places }));

test('sums and products lose nothing', () => {
  expect(rounded(plus(exact(0.1), exact(0.2)), 2)).toBe(0.3);
  expect(times(exact(999999999999.99), exact(0.861234))).toEqual({
    digits: 86123399999999138766n,
    places: 8,
  });
  expect(times(exact(1.1), exact(1.1))).toEqual({ digits: 121n, places: 2 });
});

test.each([
  [0.125, 2, 0.12],
  [0.135, 2, 0.14],
  [0.1251, 2, 0.13],
  [-0.125, 2, -0.12],
  [-0.135, 2, -0.14],
  [0.5, 0, 0],
  [1.5, 0, 2],
  [7, 2, 7],
])('%d with %d places is %d', (value, places, result) => expect(rounded(exact(value), places)).toBe(result));
