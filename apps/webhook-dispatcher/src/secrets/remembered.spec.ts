import { Remembered } from './remembered.js';

test('derives a value once while it is used, and keeps no more than the limit', () => {
  const derive = jest.fn((text: string) => text.toUpperCase());
  const remembered = new Remembered(derive, 2);
  expect([...'abacab'].map((text) => remembered.of(text)).join('')).toBe('ABACAB');
  expect(derive.mock.calls.map(([text]) => text).join('')).toBe('abcb');
});

test('does not keep a failure', () => {
  let times = 0;
  const remembered = new Remembered(() => {
    if (times++ === 0) throw new Error('not this time');
    return times;
  });
  expect(() => remembered.of('a')).toThrow('not this time');
  expect(remembered.of('a')).toBe(2);
});
