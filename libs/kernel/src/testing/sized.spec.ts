import { sized } from './sized.js';

const before = process.env.CORRIDOR_TEST_SIZE;
afterEach(() => {
  if (before === undefined) delete process.env.CORRIDOR_TEST_SIZE;
  else process.env.CORRIDOR_TEST_SIZE = before;
});

test.each<[string | undefined, number]>([
  [undefined, 20],
  ['small', 20],
  ['full', 20_000],
])('with CORRIDOR_TEST_SIZE=%s there are %i', (size, count) => {
  if (size === undefined) delete process.env.CORRIDOR_TEST_SIZE;
  else process.env.CORRIDOR_TEST_SIZE = size;
  expect(sized({ small: 20, full: 20_000 })).toBe(count);
});

test('an unknown size is rejected, not treated as small', () => {
  process.env.CORRIDOR_TEST_SIZE = 'FULL';
  expect(() => sized({ small: 1, full: 2 })).toThrow('must be one of small, full, not "FULL"');
});
